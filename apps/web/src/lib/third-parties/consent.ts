import { useSyncExternalStore } from 'react';

/** What a visitor has allowed beyond what the site needs. */
export interface Consent {
  readonly analytics: boolean;
  readonly ads: boolean;
  /** When that was said, ISO 8601; null: not yet, and then nothing is allowed. */
  readonly decidedAt: string | null;
}

export const UNDECIDED: Consent = { analytics: false, ads: false, decidedAt: null };

let current = UNDECIDED;
const listeners = new Set<() => void>();

/** What is allowed now. */
export function currentConsent(): Consent {
  return current;
}

/** Tells everybody of another choice; the same one again is no news. */
export function publishConsent(next: Consent): void {
  const isNews = (Object.keys(next) as (keyof Consent)[]).some((key) => next[key] !== current[key]);
  if (isNews) {
    current = next;
    listeners.forEach((listener) => listener());
  }
}

/** Calls `listener` after each change. @returns a cleanup function */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is allowed now, for components; on the server nothing. */
export function useConsent(): Consent {
  return useSyncExternalStore(onConsent, currentConsent, () => UNDECIDED);
}
