import { type ComponentType, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { startAnalytics } from '../features/analytics/analytics.js';
import { ConsentBanner } from '../features/consent/consent-banner.js';
import { startConsent } from '../features/consent/start-consent.js';
import { loadMoreTexts } from '../i18n/more-texts.js';
import { useTranslation } from '../i18n/use-translation.js';
import { useSite } from '../site/site.js';
import { useConsent } from '../site/third-parties/consent.js';
import { startConsentMode } from '../site/third-parties/google-tag.js';
import { asksConsent } from '@dipper/contract';

/**
 * Starts what only some domains have: consent, analytics and other third-party scripts, the debug
 * overlay and the service worker. Loaded late, because no visitor waits for them.
 */
export function OptionalServices() {
  const { t, i18n } = useTranslation('consent');
  const { config } = useSite();
  const { decidedAt } = useConsent();
  const [asks, setAsks] = useState(false);
  const [Overlay, setOverlay] = useState<ComponentType | null>(null);
  useEffect(() => {
    const isAsked = asksConsent(config);
    if (isAsked) {
      // Must run first, so that Google receives each consent update before any event.
      startConsentMode();
    }
    startAnalytics(config);
    if (config.features.debugMode) {
      import('../features/debug/debug-overlay.js').then(
        ({ DebugOverlay }) => setOverlay(() => DebugOverlay),
        () => undefined,
      );
    }
    if (config.features.offlineMode) {
      registerServiceWorker();
    }
    if (!isAsked) {
      return;
    }
    startConsent(config);
    loadMoreTexts(i18n, ['consent']).then(
      () => setAsks(config.consent.provider !== 'external'),
      // Ignored: if the banner fails to load, nobody can give consent.
      () => undefined,
    );
  }, [config, i18n]);
  return (
    <>
      {/* The banner comes last on the page, so it has to be announced. */}
      <p role="status" className="sr-only">
        {asks && decidedAt === null && t('heading')}
      </p>
      {asks && <ConsentBanner />}
      {/* Above everything else, so it must not be in the layer of this component's parent. */}
      {Overlay !== null && createPortal(<Overlay />, document.body)}
    </>
  );
}

/** Built by apps/web/service-worker.plugin.ts. At the root, so that its scope covers every page. */
const ADDRESS = '/sw.js';

/**
 * Registers the service worker. If a domain disables it, the server sends a script at the same URL
 * that unregisters it, and browsers fetch that script by themselves.
 */
function registerServiceWorker(): void {
  if ('serviceWorker' in navigator) {
    // Browsers refuse this in private windows and over plain HTTP. Then there is simply no offline
    // page.
    navigator.serviceWorker.register(ADDRESS).catch(() => undefined);
  }
}
