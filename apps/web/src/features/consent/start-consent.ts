import type { DomainConfig } from '@dipper/contract';
import {
  type Consent,
  currentConsent,
  onConsent,
  publishConsent,
} from '../../lib/third-parties/consent.js';
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

/** A refusal that could not be recorded holds for as long as the page is open. */
function keptBeside(recorded: Consent): Consent {
  const { analytics, ads } = currentConsent();
  return recorded.decidedAt === null && !analytics && !ads ? currentConsent() : recorded;
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
  const look = () => {
    if (document.visibilityState === 'visible') {
      void recordedConsent().then((recorded) => publishConsent(keptBeside(recorded)));
    }
  };
  document.addEventListener('visibilitychange', look);
  // Of two windows side by side, both can be seen all the time.
  window.addEventListener('focus', look);
  publishConsent(await recordedConsent());
}

/**
 * The visitor's choice, from the banner or the settings. Where the browser keeps no cookies there is
 * no record of it: then nothing is allowed, and nobody is asked again on this page.
 */
export async function choose(purposes: Purposes): Promise<void> {
  const recorded = await recordConsent(purposes);
  const refused = { analytics: false, ads: false, decidedAt: new Date().toISOString() };
  publishConsent(recorded.decidedAt === null ? refused : recorded);
}
