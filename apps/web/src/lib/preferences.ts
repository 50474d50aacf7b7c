import type { Preferences } from '@dipper/contract';
import { useSyncExternalStore } from 'react';

let current: Preferences | null = null;
const listeners = new Set<() => void>();

/** Sets what the person in front of the page prefers; null for visitors without an account. */
export function publishPreferences(preferences: Preferences | null): void {
  current = preferences;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * What the signed-in person prefers; null for visitors, and until the session of a page is known. A
 * store of its own, so that pages which heed preferences load nothing of accounts.
 */
export function usePreferences(): Preferences | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
