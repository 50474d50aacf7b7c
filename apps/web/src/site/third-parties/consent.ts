import { useSyncExternalStore } from 'react';

/** What a visitor has allowed beyond the necessary. */
export interface Consent {
  readonly analytics: boolean;
  readonly ads: boolean;
  /** When the visitor decided, ISO 8601; null: not yet, so nothing is allowed. */
  readonly decidedAt: string | null;
}

export const UNDECIDED: Consent = { analytics: false, ads: false, decidedAt: null };

let current = UNDECIDED;
const listeners = new Set<() => void>();

/** The current consent. */
export function currentConsent(): Consent {
  return current;
}

/** Publishes a consent, unless it is unchanged. */
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

/** The current consent, for components; undecided on the server. */
export function useConsent(): Consent {
  return useSyncExternalStore(onConsent, currentConsent, () => UNDECIDED);
}
