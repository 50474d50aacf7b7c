import { setTimeout as delay } from 'node:timers/promises';

/** Longest wait of a test for something that should come, milliseconds. */
const PATIENCE_MS = 60_000;

/** Waits until something is so. @param what that is, for the error. @throws when it never is. */
export async function waitUntil(
  holds: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await holds()); await delay(5)) {
    if (Date.now() > end) {
      throw new Error(`never came: ${what}`);
    }
  }
}
