import { setTimeout as delay } from 'node:timers/promises';

/** Longest wait for something that should come, milliseconds. */
export const PATIENCE_MS = 60_000;

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
  for (const end = Date.now() + patienceMs; ; await delay(25)) {
    const found = await look();
    if (found !== null && found !== false) {
      return found;
    }
    if (Date.now() > end) {
      throw new Error(`never came: ${what}`);
    }
  }
}
