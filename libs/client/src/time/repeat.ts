import { pause } from './pause.js';

/**
 * Calls `ask` repeatedly, one call after another, until it returns null. Ends silently when
 * `signal` is aborted.
 * @param firstDelayMs the delay before the first call
 * @param ask returns the delay before the next call, in milliseconds; null at the end
 */
export async function repeat(
  firstDelayMs: number,
  ask: () => Promise<number | null>,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (let delayMs: number | null = firstDelayMs; delayMs !== null;) {
      await pause(delayMs, signal);
      signal.throwIfAborted();
      delayMs = await ask();
      signal.throwIfAborted();
    }
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}
