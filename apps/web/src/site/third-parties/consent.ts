import { createStore, useStore } from '../../lib/state/store.js';

/** What a visitor has allowed beyond what is necessary. */
export interface Consent {
  readonly analytics: boolean;
  readonly ads: boolean;
  /**
   * When the visitor decided, as ISO 8601. Null if they have not decided yet, so nothing is
   * allowed.
   */
  readonly decidedAt: string | null;
}

export const UNDECIDED: Consent = { analytics: false, ads: false, decidedAt: null };

const consent = createStore(UNDECIDED);

export const currentConsent = consent.get;

/**
 * Calls a listener after each change.
 * @returns a cleanup function
 */
export const onConsent = consent.subscribe;

/** Publishes a consent, unless nothing has changed. */
export function publishConsent(next: Consent): void {
  const before = consent.get();
  if ((Object.keys(next) as (keyof Consent)[]).some((key) => next[key] !== before[key])) {
    consent.set(next);
  }
}

/** The current consent for components; undecided on the server. */
export function useConsent(): Consent {
  return useStore(consent, UNDECIDED);
}
