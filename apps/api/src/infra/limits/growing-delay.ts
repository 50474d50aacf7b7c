/** How often guesses are allowed; times in milliseconds. */
export interface Pace {
  /** Attempts accepted without a wait; each counts as failed until it succeeds. */
  readonly freeAttempts: number;
  /** The wait after the first further attempt; it doubles with each. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** Everything is forgotten after this long without an attempt. */
  readonly quietMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const USUAL_PACE: Pace = {
  freeAttempts: 5,
  firstDelayMs: 1000,
  longestDelayMs: 15 * MINUTE_MS,
  quietMs: HOUR_MS,
};

/**
 * Used while an account is attacked from many networks. A network that has not tried yet is still
 * accepted at once, because it may be the owner's; after that it gets a dozen attempts a day, not a
 * hundred.
 */
export const SLOW_PACE: Pace = {
  freeAttempts: 3,
  firstDelayMs: 15 * MINUTE_MS,
  longestDelayMs: 4 * HOUR_MS,
  quietMs: 24 * HOUR_MS,
};

/** Failed attempts at one account. */
export interface Attempts {
  readonly count: number;
  /** The next attempt is refused before this time, milliseconds of the same clock as `now`. */
  readonly blockedUntil: number;
}

/**
 * Counts an attempt before its outcome is known, so that parallel attempts are limited like
 * sequential ones. A refused attempt does not count, so impatience does not prolong the wait.
 * `BEGIN_LUA` in redis-attempts.ts does the same for shared counts.
 * @returns 0 and the new count when accepted; else how long to wait, milliseconds.
 */
export function attempt(
  { count, blockedUntil }: Attempts,
  now: number,
  pace = USUAL_PACE,
): { waitMs: number; attempts: Attempts } {
  if (blockedUntil > now) {
    return { waitMs: blockedUntil - now, attempts: { count, blockedUntil } };
  }
  const next = count + 1;
  return { waitMs: 0, attempts: { count: next, blockedUntil: now + delayAfter(next, pace) } };
}

function delayAfter(count: number, { freeAttempts, firstDelayMs, longestDelayMs }: Pace): number {
  return count < freeAttempts
    ? 0
    : Math.min(firstDelayMs * 2 ** (count - freeAttempts), longestDelayMs);
}
