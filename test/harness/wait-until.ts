import { setTimeout as delay } from 'node:timers/promises';

export const PATIENCE_MS = 60_000;

/**
 * The pause between polls: a share of the wait so far, within limits, because polls slow down the
 * system.
 */
const PAUSE = { leastMs: 25, mostMs: 100, share: 0.1 };

/**
 * Polls until a value appears.
 * @param look returns null (or false) until the value appears
 * @param what describes the value, for the error
 * @throws if the value does not appear in time
 */
export async function waitUntil<T>(
  look: () => Promise<T | null | false> | T | null | false,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const found = await look();
    if (found !== null && found !== false) {
      return found;
    }
    const waitedMs = Date.now() - begun;
    if (waitedMs > patienceMs) {
      throw new Error(`Timed out waiting for ${what}`);
    }
    await delay(Math.min(PAUSE.mostMs, Math.max(PAUSE.leastMs, waitedMs * PAUSE.share)));
  }
}
