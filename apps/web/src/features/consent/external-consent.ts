import { type Consent, UNDECIDED } from '../../site/third-parties/consent.js';
import { loadScript } from '../../site/third-parties/load-script.js';

declare global {
  interface Window {
    /** Set by the operator's consent provider, before or with the event (docs/third-parties.md). */
    __dipperConsent?: unknown;
  }
}

/** From the provider: the visitor has chosen; `detail`, or else `window.__dipperConsent`, says what. */
export const CONSENT_EVENT = 'dipper:consent';
/** To the provider: the visitor wants to change that. */
export const SETTINGS_EVENT = 'dipper:consent-settings';

/** Reads a provider's decision. Only `true` allows; anything but an object means undecided. */
export function externalConsent(word: unknown, now: Date): Consent {
  if (typeof word !== 'object' || word === null) {
    return UNDECIDED;
  }
  const { analytics, ads } = word as Record<string, unknown>;
  return { analytics: analytics === true, ads: ads === true, decidedAt: now.toISOString() };
}

/**
 * Publishes the provider's decisions from now on. @param script its URL, or '' if the page loads it
 * anyway
 */
export function followProvider(script: string, publish: (consent: Consent) => void): void {
  window.addEventListener(CONSENT_EVENT, (event) => {
    const word: unknown = event instanceof CustomEvent ? event.detail : null;
    publish(externalConsent(word ?? window.__dipperConsent, new Date()));
  });
  publish(externalConsent(window.__dipperConsent, new Date()));
  if (script !== '') {
    loadScript(script);
  }
}

/** Asks the provider to show its settings. */
export function openProviderSettings(): void {
  window.dispatchEvent(new CustomEvent(SETTINGS_EVENT));
}
