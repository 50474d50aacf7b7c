import { readDeviceText, writeDeviceText } from '../../lib/browser/device-store.js';

const KEY = 'language';

/** Returns the language that the visitor chose on this device; null if they have not chosen. */
export function keptLanguage(): string | null {
  return readDeviceText(KEY);
}

/**
 * Stores that the visitor chose a language, so that no other language is offered from then on. The
 * choice never decides the language of a page, which depends only on its path.
 */
export function keepLanguage(tag: string): void {
  writeDeviceText(KEY, tag);
}
