/**
 * Time limits for a real Postgres, milliseconds. After `silence` without an answer, and `probe`
 * without an answer to a probe, requests no longer wait, so that each is answered within 12 s
 * (docs/decisions/0031). The embedded database has no such limits: it runs in this process, and a
 * slow disk is no reason to fail.
 */
export const DATABASE_LIMITS = {
  /** For a pooled or new connection. */
  connect: 4000,
  /** For a statement, enforced by Postgres itself and including locks. */
  statement: 5000,
  lock: 4000,
  /**
   * For any answer to a statement: Postgres would have ended it by now, so the server is
   * unresponsive.
   */
  silence: 6000,
  /** Releases the row locks of a frozen process. */
  idleInTransaction: 10_000,
  /** For a liveness probe. */
  probe: 2000,
} as const;

/** The kernel probes idle connections, so that a vanished peer is noticed. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;
