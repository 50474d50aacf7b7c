import { type Consent, UNDECIDED } from '../../site/third-parties/consent.js';
import { loadScript } from '../../site/third-parties/load-script.js';

declare global {
  interface Window {
    /**
     * The operator's consent provider sets this, before the event or with it
     * (docs/third-parties.md).
     */
    __dipperConsent?: unknown;
  }
}

/**
 * The provider dispatches this event when the visitor has chosen. The choice is in `detail`, or
 * else in `window.__dipperConsent`.
 */
export const CONSENT_EVENT = 'dipper:consent';
/** We dispatch this event when the visitor wants to change the choice. */
export const SETTINGS_EVENT = 'dipper:consent-settings';

/**
 * Reads a provider's decision. Only `true` allows a purpose; anything but an object means
 * undecided.
 */
export function externalConsent(word: unknown, now: Date): Consent {
  if (typeof word !== 'object' || word === null) {
    return UNDECIDED;
  }
  const { analytics, ads } = word as Record<string, unknown>;
  return { analytics: analytics === true, ads: ads === true, decidedAt: now.toISOString() };
}

/**
 * Publishes the provider's decisions from now on. @param script the URL of its script, or '' if the
 * page loads the script anyway
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
