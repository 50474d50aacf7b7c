import { asksConsent, type DomainConfig } from '@dipper/contract';
import { type ComponentType, useEffect, useState } from 'react';
import { useSite } from '../../site/site.js';
import { CrashBoundary } from '../../ui/loading/crash-boundary.js';

function needsServices(config: DomainConfig): boolean {
  const { debugMode, offlineMode } = config.features;
  return asksConsent(config) || debugMode || offlineMode;
}

/**
 * Consent, analytics, the debug overlay and the service worker, loaded after the page if the domain
 * has any. Nothing breaks if a blocker stops them.
 */
export function LazyOptionalServices() {
  const { config } = useSite();
  const [Services, setServices] = useState<ComponentType | null>(null);
  const isNeeded = needsServices(config);
  useEffect(() => {
    if (isNeeded) {
      import('../optional-services.js').then(
        ({ OptionalServices }) => setServices(() => OptionalServices),
        () => undefined,
      );
    }
  }, [isNeeded]);
  return (
    Services !== null && (
      <CrashBoundary page="optional-services" fallback={null}>
        <Services />
      </CrashBoundary>
    )
  );
}
