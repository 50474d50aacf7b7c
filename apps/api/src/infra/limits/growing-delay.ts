/** How often somebody may guess; times in milliseconds. */
export interface Pace {
  /** Attempts that are let in without a wait, and that count as failed until one is known to be good. */
  readonly freeAttempts: number;
  /** What the first one beyond waits; each further one twice as long. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** After so long without an attempt, all is forgotten. */
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
 * While an account is guessed at from many networks. A network that has not tried is still let in at
 * once, since its first attempts may be the owner's; what comes after them gets a dozen a day, not a hundred.
 */
export const SLOW_PACE: Pace = {
  freeAttempts: 3,
  firstDelayMs: 15 * MINUTE_MS,
  longestDelayMs: 4 * HOUR_MS,
  quietMs: 24 * HOUR_MS,
};

/** Attempts at one account, none of them good so far. */
export interface Attempts {
  readonly count: number;
  /** No other is let in before, milliseconds of the same clock as `now`. */
  readonly blockedUntil: number;
}

/**
 * Counts an attempt before its outcome is known: of many at once no more are let in than of as many
 * in a row. One that is refused counts for nothing, so that nobody is kept out by being impatient.
 * `BEGIN_LUA` in redis-attempts.ts does the same where processes share them.
 * @returns 0 and the new count where it is let in; else how long it has to wait, milliseconds.
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
