/**
 * Time limits for a real Postgres, in milliseconds. Requests stop waiting when a statement gets no
 * reply within `silence` and a probe gets none within `probe`, so every request is answered within
 * 12 s (docs/decisions/0031). The embedded database has no such limits: it runs in this process,
 * and a slow disk is no reason to fail.
 */
export const DATABASE_LIMITS = {
  /** The time limit for getting a connection, pooled or new. */
  connect: 4000,
  /** The time limit for a statement, including the wait for locks. Postgres enforces it. */
  statement: 5000,
  lock: 4000,
  /**
   * How long we wait for any response to a statement. By then Postgres itself would have ended the
   * statement, so the server is unresponsive.
   */
  silence: 6000,
  /** After this time, Postgres releases the row locks of a process that has frozen. */
  idleInTransaction: 10_000,
  probe: 2000,
} as const;

/**
 * Makes the kernel probe idle connections, so that we notice when the other side has disappeared.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;
