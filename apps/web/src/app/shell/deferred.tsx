import type { DomainConfig } from '@dipper/contract';
import type { PageKind } from '@dipper/site';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useSite } from '../../site/site.js';
import { track } from '../../site/site-events.js';
import { asksConsent } from '@dipper/contract';
import { CrashBoundary } from '../../ui/loading/crash-boundary.js';

function needsLateParts(config: DomainConfig): boolean {
  const { debugMode, offlineMode } = config.features;
  return asksConsent(config) || debugMode || offlineMode;
}

/**
 * Parts that are loaded after the page, if the domain has any. If a blocker stops them, nothing
 * else breaks.
 */
export function Deferred() {
  const { config } = useSite();
  const [Parts, setParts] = useState<ComponentType | null>(null);
  const isNeeded = needsLateParts(config);
  useEffect(() => {
    if (isNeeded) {
      import('../deferred-parts.js').then(
        ({ DeferredParts }) => setParts(() => DeferredParts),
        () => undefined,
      );
    }
  }, [isNeeded]);
  return (
    Parts !== null && (
      <CrashBoundary page="deferred" fallback={null}>
        <Parts />
      </CrashBoundary>
    )
  );
}

/**
 * Reports a page view once the page has rendered with its title. It must therefore be inside the
 * page's boundary. Replacing the query or changing the fragment does not count as a new view.
 */
export function PageView({ page }: { readonly page: PageKind }) {
  const { prefix } = useSite();
  const { pathname, search } = useLocation();
  const isTidied = useNavigationType() === NavigationType.Replace;
  const last = useRef('');
  useEffect(() => {
    if (!isTidied || last.current !== pathname) {
      track({ name: 'page_view', page, path: `${prefix}${pathname}` });
    }
    last.current = pathname;
    // oxlint-disable-next-line react/exhaustive-deps -- a different URL is a different view
  }, [pathname, search]);
  return null;
}
