/** Limits on the connections to one host. */
export interface ConnectionRules {
  readonly first: number;
  readonly max: number;
}

/** Permission to use one connection to a host. */
export interface Lane {
  /** Aborted when the work on this lane is no longer wanted; its reason says why. */
  readonly signal: AbortSignal;
  /**
   * Called when the source has accepted the request and sends bytes.
   * @param canResume true by default; false if ending the lane would lose the bytes it has
   *   delivered.
   */
  opened(canResume?: boolean): void;
  received(bytes: number): void;
  /**
   * Called when the source has refused the request (403, 429, 503).
   * @param retryAfterMs how long a pause the source requests; null if it doesn't say.
   */
  refused(retryAfterMs: number | null): void;
}

/** One stream's share of a host's lanes. */
export interface HostShare {
  /** Lanes that the host currently allows; at least 1. */
  readonly lanes: number;
  /**
   * Waits for a lane and works on it.
   * @param order lower numbers go first among those waiting in this share.
   * @throws whatever the work throws, or the reason that `dropOthers`, `close` or `leave` was given
   *   in the meantime.
   */
  use<T>(order: number, work: (lane: Lane) => Promise<T>): Promise<T>;
  /** Whether other lanes receive bytes: those of this share or, with 'host', those of any share. */
  servesOthers(lane: Lane, where: 'share' | 'host'): boolean;
  /** Ends all work of this share except that of one lane, and waits until it has ended. */
  dropOthers(lane: Lane, reason: unknown): Promise<void>;
  /** Stops granting lanes: waiting work fails, and running work may finish. */
  close(reason: unknown): void;
  /** Leaves the host and ends all waiting and running work. */
  leave(reason: unknown): void;
}

export interface ShareOptions {
  /** Lanes are divided evenly between owners (tasks), however many streams each has. */
  readonly owner: object;
  /** Called when a lane is free and nothing is waiting. It may find more work and call `use`. */
  readonly onIdle?: () => void;
  readonly rules?: ConnectionRules | undefined;
}
