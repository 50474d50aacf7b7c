import type { DomainConfig } from '@dipper/contract';
import { currentConsent, onConsent, publishConsent } from '../../lib/third-parties/consent.js';
import { type Purposes, recordConsent, recordedConsent } from './cookie-consent.js';
import { followProvider } from './external-consent.js';

/**
 * A script that was allowed and is no longer cannot be taken out of a page: the page starts anew
 * without it.
 */
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

/** Reads what is allowed, and keeps to it: also when another tab or the provider changes it. */
export async function startConsent(
  { consent }: DomainConfig,
  reload = () => window.location.reload(),
): Promise<void> {
  reloadOnWithdrawal(reload);
  if (consent.provider === 'external') {
    followProvider(consent.script, publishConsent);
    return;
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      void recordedConsent().then(publishConsent);
    }
  });
  publishConsent(await recordedConsent());
}

/** The visitor's choice, from the banner or the settings. */
export async function choose(purposes: Purposes): Promise<void> {
  publishConsent(await recordConsent(purposes));
}
