import type { Lane } from './host-share.js';

/** The owner of a lane is a stream's share of a host. The host counts bytes and refusals. */
interface LaneOwner {
  readonly host: {
    received(bytes: number): void;
    refused(lane: { readonly generation: number }, retryAfterMs: number | null): void;
  };
}

/** A connection in use, with the data that its host needs at each check. */
export class HostLane<S extends LaneOwner> implements Lane {
  isOpen = false;
  canResume = true;
  /** Bytes received since the last check. */
  bytes = 0;
  silentChecks = 0;
  private readonly ended = new AbortController();

  /** @param generation the host's generation at the time when the lane was granted. */
  constructor(
    readonly share: S,
    readonly generation: number,
  ) {}

  get signal(): AbortSignal {
    return this.ended.signal;
  }

  opened(canResume = true): void {
    this.isOpen = true;
    this.canResume = canResume;
  }

  received(bytes: number): void {
    this.bytes += bytes;
    this.share.host.received(bytes);
  }

  refused(retryAfterMs: number | null): void {
    this.share.host.refused(this, retryAfterMs);
  }

  end(reason: unknown): void {
    this.ended.abort(reason);
  }
}
