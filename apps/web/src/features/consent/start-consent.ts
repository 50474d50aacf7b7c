import type { DomainConfig } from '@dipper/contract';
import {
  type Consent,
  currentConsent,
  onConsent,
  publishConsent,
} from '../../site/third-parties/consent.js';
import { type Purposes, recordConsent, recordedConsent } from './cookie-consent.js';
import { followProvider } from './consent-provider-api.js';

/** Reloads the page when consent is withdrawn, because a loaded script cannot be removed. */
function reloadOnWithdrawal(reload: () => void): void {
  let before = currentConsent();
  onConsent(() => {
    const now = currentConsent();
    const isLess = (before.analytics && !now.analytics) || (before.ads && !now.ads);
    before = now;
    if (isLess) {
      reload();
    }
  });
}

/** If a refusal could not be stored, keeps it for as long as the page is open. */
function keptBeside(recorded: Consent): Consent {
  const { analytics, ads } = currentConsent();
  return recorded.decidedAt === null && !analytics && !ads ? currentConsent() : recorded;
}

/** Publishes the stored consent, and changes made by other tabs or the provider. */
export function startConsent(
  { consent }: DomainConfig,
  reload = () => window.location.reload(),
): void {
  reloadOnWithdrawal(reload);
  if (consent.provider === 'external') {
    followProvider(consent.script, publishConsent);
    return;
  }
  const look = () => {
    if (document.visibilityState === 'visible') {
      publishConsent(keptBeside(recordedConsent()));
    }
  };
  document.addEventListener('visibilitychange', look);
  // The visibility of windows that are side by side never changes, so watch the focus as well.
  window.addEventListener('focus', look);
  publishConsent(recordedConsent());
}

/**
 * Stores the visitor's choice from the banner or the settings. If cookies are blocked, nothing is
 * allowed, and this page does not ask again.
 */
export function choose(purposes: Purposes): void {
  const recorded = recordConsent(purposes);
  const refused = { analytics: false, ads: false, decidedAt: new Date().toISOString() };
  publishConsent(recorded.decidedAt === null ? refused : recorded);
}
