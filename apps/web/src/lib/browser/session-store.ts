/*
 * Session storage may be blocked (cookies are off), unreadable (the profile is damaged) or full.
 * Such failures only mean that nothing is stored.
 */

/** Returns the text stored under a key in this tab; null if there is none. */
export function readSession(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns the JSON stored under a key in this tab; null if it is missing or unreadable. */
export function readSessionJson(key: string): unknown {
  try {
    return JSON.parse(readSession(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Stores a text in this tab, if the browser allows it. */
export function writeSession(key: string, text: string): void {
  try {
    window.sessionStorage.setItem(key, text);
  } catch {
    // Callers that need to know whether it worked check with `readSession`.
  }
}

/** Removes a key. */
export function forgetSession(key: string): void {
  try {
    window.sessionStorage.removeItem(key);
  } catch {
    // Blocked storage contains nothing.
  }
}
