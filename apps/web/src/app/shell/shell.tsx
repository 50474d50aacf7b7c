import { PAGE_KINDS, type PageKind, type Resolution } from '@dipper/site';
import { type ReactNode, Suspense, use, useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useLocation } from 'react-router-dom';
import { CurrentPageProvider } from '../../site/current-page.js';
import { PrefetchProvider } from '../../site/prefetch.js';
import { useSite } from '../../site/site.js';
import { Spinner } from '../../ui/loading/spinner.js';
import { pageOf } from '../pages/page-of-kind.js';
import { resolvePath } from '../resolve-path.js';
import { LanguageOffer } from '../language-offer/language-offer.js';
import { awaitedTexts, loadPageTexts } from './load-page-texts.js';
import { CrashBoundary } from '../../ui/loading/crash-boundary.js';
import { LazyOptionalServices } from './lazy-optional-services.js';
import { PageViewEvent } from './page-view-event.js';
import { FOOTER } from './later-parts.js';
import { SiteHeader } from './site-header.js';
import { useScrollAndFocus } from './use-scroll-and-focus.js';
import { buttonClass } from '../../ui/buttons/button.js';
import { OverlayHost } from '../../ui/overlays/overlay-host.js';

/** Waits for a page's texts while the page's code loads in parallel. */
function WithPageTexts({
  at,
  children,
}: {
  readonly at: Resolution;
  readonly children: ReactNode;
}) {
  const { i18n } = useTranslation();
  const texts = awaitedTexts(i18n, at, useLocation().key);
  if (texts !== null) {
    // The page itself retries a failed load and reports it.
    pageOf(at.page)
      .page.preload()
      .catch(() => undefined);
    use(texts);
  }
  return children;
}

function Page() {
  const { pathname } = useLocation();
  const { config, prefix } = useSite();
  const at = resolvePath(`${prefix}${pathname}`, config);
  const { page } = pageOf(at.page);
  return (
    <CrashBoundary page={pathname}>
      <Suspense fallback={<Spinner />}>
        <WithPageTexts at={at}>
          <CurrentPageProvider value={at}>
            <page.Component
              key={[at.page, at.params.platform, at.params.id].join(' ')}
              params={at.params}
            />
            <PageViewEvent page={at.page} />
          </CurrentPageProvider>
        </WithPageTexts>
      </Suspense>
    </CrashBoundary>
  );
}

function usePrefetchOf(): (kind: PageKind) => void {
  const { i18n } = useTranslation();
  return useCallback(
    (kind) => {
      const { page, ahead } = pageOf(kind);
      // If prefetching fails, the page is loaded again on demand.
      Promise.all([
        page.preload(),
        ahead(),
        loadPageTexts(i18n, { namespaces: PAGE_KINDS[kind].namespaces, content: [] }),
      ]).catch(() => undefined);
    },
    [i18n],
  );
}

/** The frame around every page. If one part crashes, the others survive. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { config, prefix } = useSite();
  const prefetch = usePrefetchOf();
  useScrollAndFocus(resolvePath(`${prefix}${pathname}`, config).page);
  return (
    <OverlayHost>
      <div id="app" className="flex min-h-dvh flex-col">
        <a
          href="#main"
          className={buttonClass({
            variant: 'primary',
            className: 'absolute start-4 top-3 z-30 not-focus:sr-only',
          })}
        >
          {t('skip')}
        </a>
        <CrashBoundary
          page={pathname}
          fallback={<PlainHeader name={config.branding.name} home={`${prefix}/`} />}
        >
          <SiteHeader />
        </CrashBoundary>
        <main id="main" tabIndex={-1} className="grow">
          <PrefetchProvider value={prefetch}>
            <Page />
          </PrefetchProvider>
        </main>
        <CrashBoundary page={pathname} fallback={null}>
          {FOOTER}
        </CrashBoundary>
      </div>
      {/* Prompts are stacked at the bottom edge of the window. */}
      <div className="sticky bottom-0 z-10">
        <LanguageOffer />
        <LazyOptionalServices />
      </div>
    </OverlayHost>
  );
}

/** A plain home link in place of a crashed header. */
function PlainHeader({ name, home }: { readonly name: string; readonly home: string }) {
  return (
    <header className="wrap flex min-h-18 items-center">
      <a href={home} className="font-display text-lg">
        {name}
      </a>
    </header>
  );
}
