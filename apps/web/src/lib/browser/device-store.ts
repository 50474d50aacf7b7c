/*
 * Local storage may be blocked, full, or contain anything. Such failures only mean that nothing
 * is stored.
 */

/** The JSON stored under a key on this device; null if missing or unreadable. */
export function readDevice(key: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Stores a value on this device, if the browser allows it. */
export function writeDevice(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The value then lasts only for this page.
  }
}

/** Removes a key. */
export function forgetDevice(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Blocked storage holds nothing.
  }
}
