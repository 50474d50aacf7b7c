import { deviceStore } from '../../lib/browser/browser-store.js';

const KEY = 'language';

/** Stored instead of a language for visitors who want no offer. */
export const NO_OFFER = 'none';

/** Returns the language that the visitor chose on this device, or `NO_OFFER`; null if neither. */
export function keptLanguage(): string | null {
  return deviceStore.readText(KEY);
}

/**
 * Stores the language that the visitor chose, so that only that one is offered. The choice never
 * affects the language of a page, which depends only on its path.
 */
export function keepLanguage(tag: string): void {
  deviceStore.writeText(KEY, tag);
}
