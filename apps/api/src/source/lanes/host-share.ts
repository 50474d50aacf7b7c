/** Limits on the connections to one host. */
export interface ConnectionRules {
  readonly first: number;
  readonly max: number;
}

/** Permission to use one connection to a host. */
export interface Lane {
  /** Aborted when the work on this lane is no longer wanted. The reason explains why. */
  readonly signal: AbortSignal;
  /**
   * Called when the source has accepted the request and begins to send bytes.
   * @param canResume true by default; false if ending the lane would lose the bytes that it has
   *   delivered.
   */
  opened(canResume?: boolean): void;
  received(bytes: number): void;
  /**
   * Called when the source has refused the request (403, 429, 503).
   * @param retryAfterMs length of the pause that the source requests; null if it requests none.
   */
  refused(retryAfterMs: number | null): void;
}

/** One stream's share of a host's lanes. */
export interface HostShare {
  /** Number of lanes that the host currently allows; at least 1. */
  readonly lanes: number;
  /**
   * Waits for a lane and works on it.
   * @param order lower numbers go first among those that wait in this share.
   * @throws whatever the work throws, or the reason passed to `dropOthers`, `close` or `leave` in
   *   the meantime.
   */
  use<T>(order: number, work: (lane: Lane) => Promise<T>): Promise<T>;
  /** Whether other lanes receive bytes: lanes of this share or, with 'host', of any share. */
  servesOthers(lane: Lane, where: 'share' | 'host'): boolean;
  /** Whether other processes use the host, as far as this process knows. */
  readonly isUsedElsewhere: boolean;
  /** Ends all work of this share except the work on one lane, and waits until it has ended. */
  dropOthers(lane: Lane, reason: unknown): Promise<void>;
  /** Stops granting lanes. Waiting work fails, and running work may finish. */
  close(reason: unknown): void;
  /** Leaves the host and ends all waiting and running work. */
  leave(reason: unknown): void;
}

export interface ShareOptions {
  /** Lanes are divided evenly between owners (tasks), however many streams each owner has. */
  readonly owner: object;
  /** Called when a lane is free and nothing is waiting. It may find more work and call `use`. */
  readonly onIdle?: () => void;
  readonly rules?: ConnectionRules | undefined;
}
