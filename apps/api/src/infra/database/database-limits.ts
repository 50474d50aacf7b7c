/**
 * How long a real Postgres may take, milliseconds. Once it has been silent for `silence`, and silent
 * for `probe` when asked again, nobody waits for it any more, so that each request is answered within
 * 12 s (docs/decisions/0031). The embedded database has no such limits: it is in this process, and a
 * slow disk is no reason to fail.
 */
export const DATABASE_LIMITS = {
  /** For a connection of the pool, or a new one. */
  connect: 4000,
  /** For a statement, by Postgres itself; locks are part of it. */
  statement: 5000,
  lock: 4000,
  /** Without any answer to a statement: Postgres would have ended it, so nobody is listening. */
  silence: 6000,
  /** Rows that a frozen process has locked are free again after this. */
  idleInTransaction: 10_000,
  /** For the question whether the database answers at all. */
  probe: 2000,
} as const;

/** Connections that nothing is sent on are probed by the kernel, so that one whose other end has vanished is found out. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;
