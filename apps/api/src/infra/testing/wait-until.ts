import { setTimeout as delay } from 'node:timers/promises';

/** The longest wait in a test, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Waits until a condition is true.
 * @param what describes the condition, for the error
 * @throws if it never becomes true
 */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await holds()); await delay(5)) {
    if (Date.now() > end) {
      throw new Error(`timed out waiting for ${what}`);
    }
  }
}
