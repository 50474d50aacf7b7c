/** Attempts that are let in without a wait, and that count as failed until one is known to be good. */
export const FREE_ATTEMPTS = 5;
/** What the first one beyond waits, milliseconds; each further one twice as long. */
export const FIRST_DELAY_MS = 1000;
export const LONGEST_DELAY_MS = 15 * 60_000;
/** After so long without an attempt, all is forgotten, milliseconds. */
export const QUIET_MS = 3_600_000;

/** Attempts at one account, none of them good so far. */
export interface Attempts {
  readonly count: number;
  /** No other is let in before, milliseconds of the same clock as `now`. */
  readonly blockedUntil: number;
}

/**
 * Counts an attempt before its outcome is known: of many at once no more are let in than of as many
 * in a row. One that is refused counts for nothing, so that nobody is kept out by being impatient.
 * `LUA` in redis-attempts.ts does the same where processes share them.
 * @returns 0 and the new count where it is let in; else how long it has to wait, milliseconds.
 */
export function attempt(
  { count, blockedUntil }: Attempts,
  now: number,
): { waitMs: number; attempts: Attempts } {
  if (blockedUntil > now) {
    return { waitMs: blockedUntil - now, attempts: { count, blockedUntil } };
  }
  const next = count + 1;
  return { waitMs: 0, attempts: { count: next, blockedUntil: now + delayAfter(next) } };
}

function delayAfter(count: number): number {
  return count < FREE_ATTEMPTS
    ? 0
    : Math.min(FIRST_DELAY_MS * 2 ** (count - FREE_ATTEMPTS), LONGEST_DELAY_MS);
}
