import type { Preferences } from '@dipper/contract';
import { createStore, useStore } from '../../lib/state/store.js';

const preferences = createStore<Preferences | null>(null);

/** Sets the signed-in account's preferences; null for visitors without an account. */
export const publishPreferences = preferences.set;

/**
 * The signed-in account's preferences; null for visitors without an account and until the session
 * is known. A separate store, so that pages that use preferences load no account code.
 */
export function usePreferences(): Preferences | null {
  return useStore(preferences, null);
}
