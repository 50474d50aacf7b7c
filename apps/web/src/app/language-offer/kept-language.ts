import { readDeviceText, writeDeviceText } from '../../lib/browser/device-store.js';

const KEY = 'language';

/** Returns the language that the visitor chose on this device; null if they have not chosen. */
export function keptLanguage(): string | null {
  return readDeviceText(KEY);
}

/**
 * Stores that the visitor chose a language, so that no other one is offered from then on. It never
 * decides which language a page is in: the path does.
 */
export function keepLanguage(tag: string): void {
  writeDeviceText(KEY, tag);
}
