const FIRST_SECONDS = 15;
const LONGEST_SECONDS = 3600;
/** The age at which an email is given up on. */
const GIVEN_UP_SECONDS = 24 * 3600;

/**
 * Decides when a failed email is retried: soon at first (because of greylisting, or a restart of
 * the mail server), then less and less often.
 * @param attempts number of attempts so far, 1 or more
 * @param ageSeconds time since the email was requested
 * @returns seconds from now; null to give up
 */
export function pauseSeconds(attempts: number, ageSeconds: number): number | null {
  const pause = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(attempts - 1, 20));
  return ageSeconds + pause > GIVEN_UP_SECONDS ? null : pause;
}
