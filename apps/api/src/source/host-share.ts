/** How many connections one host is asked with. */
export interface ConnectionRules {
  readonly first: number;
  readonly max: number;
}

/** Permission to use one connection to a host. */
export interface Lane {
  /** Aborted when the work on this lane is not wanted any more; its reason says why. */
  readonly signal: AbortSignal;
  /**
   * The source accepted the request: bytes come on this lane now.
   * @param canResume true by default; false when ending the lane would throw away what it has brought
   */
  opened(canResume?: boolean): void;
  /** Bytes came. */
  received(bytes: number): void;
  /**
   * The source turned the request down (403, 429, 503).
   * @param retryAfterMs how long it wants to be left alone; null when it does not say
   */
  refused(retryAfterMs: number | null): void;
}

/** One stream's place at a host. */
export interface HostShare {
  /** Lanes that the host would give out now; at least 1. */
  readonly lanes: number;
  /**
   * Waits for a lane and works on it.
   * @param order lower numbers go first among the waiting of this share
   * @throws what the work throws, or the reason given to `dropOthers`, `close` or `leave` while it waited
   */
  use<T>(order: number, work: (lane: Lane) => Promise<T>): Promise<T>;
  /** True when bytes come on other lanes: of this share, or with 'host' of any. */
  isServedBesides(lane: Lane, where: 'share' | 'host'): boolean;
  /** Ends everything of this share except the work on one lane, and waits until it has ended. */
  dropOthers(lane: Lane, reason: unknown): Promise<void>;
  /** Gives out no more lanes: what waits fails, what works may finish. */
  close(reason: unknown): void;
  /** Gives up the place and ends what still waits or works. */
  leave(reason: unknown): void;
}

export interface ShareOptions {
  /** Lanes are shared evenly between owners (tasks), however many streams each has. */
  readonly owner: object;
  /** Called when a lane is free and nothing waits: may find more work and call `use`. */
  readonly onIdle?: () => void;
  readonly rules?: ConnectionRules | undefined;
}
