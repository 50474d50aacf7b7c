const FIRST_SECONDS = 15;
const LONGEST_SECONDS = 3600;
/** The age at which we give up on a delivery. */
const GIVEN_UP_SECONDS = 24 * 3600;

/**
 * Decides when a failed delivery of an email or webhook is retried: soon at first (the receiver
 * may be restarting or greylisting us), then less and less often.
 * @param attempts number of attempts so far, 1 or more
 * @param ageSeconds time since the delivery was requested
 * @returns seconds from now; null to give up
 */
export function pauseSeconds(attempts: number, ageSeconds: number): number | null {
  const pause = Math.min(LONGEST_SECONDS, FIRST_SECONDS * 2 ** Math.min(attempts - 1, 20));
  return ageSeconds + pause > GIVEN_UP_SECONDS ? null : pause;
}
