import { type Consent, UNDECIDED } from '../../site/third-parties/consent.js';
import { loadScript } from '../../site/third-parties/load-script.js';

declare global {
  interface Window {
    /**
     * Set by the operator's consent provider, before or together with the event
     * (docs/third-parties.md).
     */
    __dipperConsent?: unknown;
  }
}

/**
 * Dispatched by the provider when the visitor has chosen. The choice is in `detail`, otherwise in
 * `window.__dipperConsent`.
 */
const CONSENT_EVENT = 'dipper:consent';
/** Dispatched by us to open the provider's settings. */
export const SETTINGS_EVENT = 'dipper:consent-settings';

/**
 * Parses a provider's decision. Only `true` grants a purpose; anything but an object means
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
 * Publishes the provider's current decision and every later one.
 * @param script the URL of the provider's script, or '' if the page loads it anyway
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

export function openProviderSettings(): void {
  window.dispatchEvent(new CustomEvent(SETTINGS_EVENT));
}
