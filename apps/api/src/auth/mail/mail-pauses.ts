/** First pause and longest one, seconds. */
const FIRST_SECONDS = 15;
const LONGEST_SECONDS = 3600;
/** A mail that could not be sent for a day is not sent any more. */
const GIVEN_UP_SECONDS = 24 * 3600;

/**
 * When a mail that could not be sent is tried again: soon at first (greylisting, a restart of the mail
 * server), then less and less often.
 * @param attempts so far, 1 or more
 * @param ageSeconds how long ago it was asked for
 * @returns seconds from now; null: never again
 */
export function pauseSeconds(attempts: number, ageSeconds: number): number | null {
  const pause = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(attempts - 1, 20));
  return ageSeconds + pause > GIVEN_UP_SECONDS ? null : pause;
}
