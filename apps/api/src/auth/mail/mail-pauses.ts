/** First and longest pause, seconds. */
const FIRST_SECONDS = 15;
const LONGEST_SECONDS = 3600;
/** An email is given up after a day. */
const GIVEN_UP_SECONDS = 24 * 3600;

/**
 * When a failed email is retried: soon at first (greylisting, a restart of the mail server), then
 * less and less often.
 * @param attempts so far, 1 or more
 * @param ageSeconds time since it was requested
 * @returns seconds from now; null for never
 */
export function pauseSeconds(attempts: number, ageSeconds: number): number | null {
  const pause = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(attempts - 1, 20));
  return ageSeconds + pause > GIVEN_UP_SECONDS ? null : pause;
}
