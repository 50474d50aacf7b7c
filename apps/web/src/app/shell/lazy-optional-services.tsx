import { asksConsent, type DomainConfig } from '@dipper/contract';
import { optionalComponent } from '../../lib/react/lazy-component.js';
import { useMounted } from '../../lib/react/use-mounted.js';
import { useSite } from '../../site/site.js';
import { Extra } from '../../ui/loading/extra.js';

const services = optionalComponent(
  async () => (await import('../optional-services.js')).OptionalServices,
);

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
  const mounted = useMounted();
  return (
    mounted &&
    needsServices(config) && (
      <Extra>
        <services.Component />
      </Extra>
    )
  );
}
