import type { Lane } from './host-share.js';

/** Whose lane it is: a stream's share of a host that counts bytes and refusals. */
interface LaneOwner {
  readonly host: {
    received(bytes: number): void;
    refused(lane: { readonly generation: number }, retryAfterMs: number | null): void;
  };
}

/** One connection to a host in use, and what the host's looks keep of it. */
export class HostLane<S extends LaneOwner> implements Lane {
  isOpen = false;
  canResume = true;
  /** Since the last look. */
  bytes = 0;
  silentLooks = 0;
  private readonly ended = new AbortController();

  /** @param generation of the host when the lane was given out */
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
