import type { Preferences } from '@dipper/contract';
import { useSyncExternalStore } from 'react';

let current: Preferences | null = null;
const listeners = new Set<() => void>();

/** Sets the signed-in account's preferences; null for visitors without an account. */
export function publishPreferences(preferences: Preferences | null): void {
  current = preferences;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The signed-in account's preferences; null for visitors and until the session is known. A separate
 * store, so that pages that use preferences load no account code.
 */
export function usePreferences(): Preferences | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
