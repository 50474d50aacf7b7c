import type { HostShare } from './host-share.js';
import type { FetchContext } from './over-lanes.js';

/** A stream's shares of its hosts. Usually there is only one, but segments may be on any host. */
export class StreamHosts {
  private readonly shares = new Map<string, HostShare>();
  private readonly ended = new AbortController();
  private closed: { readonly reason: unknown } | null = null;

  constructor(private readonly context: FetchContext) {}

  /** Aborted by `end`. */
  get signal(): AbortSignal {
    return this.ended.signal;
  }

  of(url: string): HostShare {
    const { host } = new URL(url);
    const { budget, owner, rules } = this.context;
    const share = this.shares.get(host) ?? budget.join(url, { owner, rules });
    this.shares.set(host, share);
    if (this.closed !== null) {
      share.close(this.closed.reason);
    }
    return share;
  }

  /** Starts no new work. Running work may finish. */
  close(reason: unknown): void {
    this.closed ??= { reason };
    this.shares.forEach((share) => share.close(reason));
  }

  /** Ends all work. */
  end(reason: unknown): void {
    this.close(reason);
    this.ended.abort(reason);
    this.shares.forEach((share) => share.leave(reason));
  }
}
