/** Delay between two looks at what runs in the background, milliseconds. */
const ROUND_MS = 5000;
const MAX_ROUND_MS = 60_000;

/**
 * The delay before the next look: doubles while the server does not answer.
 * @param lastMs the delay before; 0 for the first look
 */
export function nextRoundMs(lastMs: number, answered: boolean): number {
  return answered ? ROUND_MS : Math.min(Math.max(lastMs, ROUND_MS) * 2, MAX_ROUND_MS);
}
