/*
 * The local storage that browsers may refuse as a whole, for reading or for writing (full), and that
 * others may have written into: then nothing is kept, and nothing else is lost.
 */

/** The JSON that is kept under a name on this device; null where there is none that can be read. */
export function readDevice(key: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Keeps a value on this device, where the browser does. */
export function writeDevice(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It then holds for this page alone.
  }
}

/** Keeps nothing under a name any more. */
export function forgetDevice(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Then it has kept nothing.
  }
}
