import { type Consent, currentConsent, onConsent, UNDECIDED } from './consent.js';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/**
 * Google's command queue. Its scripts take it over and require `arguments` objects instead of
 * arrays.
 */
export const gtag: (...command: unknown[]) => void = function () {
  window.dataLayer ??= [];
  window.dataLayer.push(arguments);
};

/**
 * Returns the four signals of Consent Mode v2
 * (developers.google.com/tag-platform/security/concepts/consent-mode).
 */
function consentSignals({ analytics, ads }: Pick<Consent, 'analytics' | 'ads'>) {
  const word = (allowed: boolean) => (allowed ? 'granted' : 'denied');
  return {
    ad_storage: word(ads),
    ad_user_data: word(ads),
    ad_personalization: word(ads),
    analytics_storage: word(analytics),
  };
}

/**
 * Denies everything by default, which must come before all other Google commands, then sends the
 * consent, now and after each change.
 */
export function startConsentMode(): void {
  let told = consentSignals(UNDECIDED);
  gtag('consent', 'default', told);
  gtag('set', 'ads_data_redaction', true);
  const tell = () => {
    const signals = consentSignals(currentConsent());
    if (JSON.stringify(signals) !== JSON.stringify(told)) {
      told = signals;
      gtag('consent', 'update', signals);
    }
  };
  tell();
  onConsent(tell);
}
