/** How often passwords may be guessed. All times are in milliseconds. */
export interface GuessingPace {
  /** The number of attempts without a wait. Each counts as failed until it has succeeded. */
  readonly freeAttempts: number;
  /** The wait after the last of these attempts. It doubles with each further attempt. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** After this long without an attempt, all attempts are forgotten. */
  readonly quietMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const USUAL_PACE: GuessingPace = {
  freeAttempts: 5,
  firstDelayMs: 1000,
  longestDelayMs: 15 * MINUTE_MS,
  quietMs: HOUR_MS,
};

/**
 * Used while an account is under attack from many networks. A network that has not tried yet is
 * still accepted immediately, because it may be the owner's. After that, it gets a dozen attempts a
 * day instead of a hundred.
 */
export const SLOW_PACE: GuessingPace = {
  freeAttempts: 3,
  firstDelayMs: 15 * MINUTE_MS,
  longestDelayMs: 4 * HOUR_MS,
  quietMs: 24 * HOUR_MS,
};

export interface Attempts {
  readonly count: number;
  /** The next attempt is refused until this time, in milliseconds on the same clock as `now`. */
  readonly blockedUntil: number;
}

/**
 * Counts an attempt before its outcome is known, so that parallel attempts are limited in the same
 * way as sequential ones. A refused attempt does not count, so impatience does not prolong the
 * wait. `BEGIN_LUA` in redis-attempts.ts does the same for shared counts.
 * @returns 0 and the new count if the attempt is accepted; otherwise, the wait in milliseconds
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

function delayAfter(
  count: number,
  { freeAttempts, firstDelayMs, longestDelayMs }: GuessingPace,
): number {
  return count < freeAttempts
    ? 0
    : Math.min(firstDelayMs * 2 ** (count - freeAttempts), longestDelayMs);
}
