import { repeat } from '@dipper/client';

/** The delay between two rounds, in milliseconds. */
export const ROUND_MS = 5000;
const MAX_ROUND_MS = 60_000;

/** What a round has found out. `over` ends the rounds. */
type RoundEnd = 'answered' | 'unanswered' | 'over';

/**
 * Checks again and again what has become of something in the background: 5 s after each reply, and
 * with growing delays while the server does not respond. Never gives up, because nobody waits for
 * the reply. Ends silently when `signal` is aborted.
 * @param firstMs the delay before the first round
 */
export async function inRounds(
  firstMs: number,
  round: () => Promise<RoundEnd>,
  signal: AbortSignal,
): Promise<void> {
  let delayMs = ROUND_MS;
  const look = async () => {
    const end = await round();
    if (end === 'over') {
      return null;
    }
    delayMs = end === 'answered' ? ROUND_MS : Math.min(2 * delayMs, MAX_ROUND_MS);
    return delayMs;
  };
  await repeat(firstMs, look, signal);
}
