/*
 * Local storage may be blocked or full, or may contain anything. Such failures only mean that
 * nothing is stored.
 */

/** Returns the text stored under a key on this device; null if there is none. */
export function readDeviceText(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text on this device, if the browser allows it. */
export function writeDeviceText(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text);
  } catch {
    // The value then lasts only as long as this page.
  }
}

/** Returns the JSON stored under a key on this device; null if it is missing or unreadable. */
export function readDevice(key: string): unknown {
  try {
    return JSON.parse(readDeviceText(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Stores a value on this device as JSON, if the browser allows it. */
export function writeDevice(key: string, value: unknown): void {
  writeDeviceText(key, JSON.stringify(value));
}

/** Removes a key. */
export function forgetDevice(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Blocked storage contains nothing.
  }
}
