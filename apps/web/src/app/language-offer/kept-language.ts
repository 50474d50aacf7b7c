import { readDeviceText, writeDeviceText } from '../../lib/browser/device-store.js';

const KEY = 'language';

/** Returns the language that the visitor chose on this device, if any. */
export function keptLanguage(): string | null {
  return readDeviceText(KEY);
}

/**
 * Stores that the visitor chose a language, so that no other one is offered. The choice never
 * affects the language of a page, which depends only on its path.
 */
export function keepLanguage(tag: string): void {
  writeDeviceText(KEY, tag);
}
