/*
 * The session storage that browsers may refuse as a whole (blocked cookies), for reading (a damaged
 * profile) or for writing (full): then nothing is kept, and nothing else is lost.
 */

/** What is kept under a name in this tab; null where there is nothing. */
export function readSession(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text in this tab, where the browser does. */
export function writeSession(key: string, text: string): void {
  try {
    window.sessionStorage.setItem(key, text);
  } catch {
    // `readSession` tells who has to know.
  }
}

/** Keeps nothing under a name any more. */
export function forgetSession(key: string): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Then it has kept nothing.
  }
}
