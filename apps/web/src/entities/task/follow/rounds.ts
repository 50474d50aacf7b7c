/** The delay between two status checks of background tasks, in milliseconds. */
const ROUND_MS = 5000;
const MAX_ROUND_MS = 60_000;

/**
 * Returns the delay before the next check. It doubles while the server does not respond.
 * @param lastMs the previous delay; 0 for the first check
 */
export function nextRoundMs(lastMs: number, answered: boolean): number {
  return answered ? ROUND_MS : Math.min(Math.max(lastMs, ROUND_MS) * 2, MAX_ROUND_MS);
}
