import { setTimeout as delay } from 'node:timers/promises';

/** Longest wait for something that should come, milliseconds. */
export const PATIENCE_MS = 60_000;

/** Between two looks, milliseconds; and as a share of the wait so far: looks cost those who work. */
const PAUSE = { leastMs: 25, mostMs: 100, share: 0.1 };

/**
 * Looks again and again until there is something.
 * @param look gives null (or false) as long as there is not.
 * @param what that is, for the error.
 * @throws when it does not come.
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
      throw new Error(`never came: ${what}`);
    }
    await delay(Math.min(PAUSE.mostMs, Math.max(PAUSE.leastMs, waitedMs * PAUSE.share)));
  }
}
