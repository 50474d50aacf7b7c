import type { i18n } from 'i18next';
import { Suspense } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { Route, Routes, useLocation } from 'react-router-dom';
import { CrashBoundary } from '../components/crash-boundary.js';
import { SiteFooter } from '../components/site-footer.js';
import { SiteHeader } from '../components/site-header.js';
import { Spinner } from '../components/spinner.js';
import { type Site, SiteProvider } from '../lib/site.js';
import { ROUTES } from './routes.js';
import { useArrival } from './use-arrival.js';

interface AppProps {
  readonly i18n: i18n;
  readonly site: Site;
}

function Shell() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useArrival();
  return (
    <div id="app" className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="button button-primary absolute start-4 top-3 z-30 not-focus:sr-only"
      >
        {t('skip')}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="grow">
        <CrashBoundary page={pathname}>
          <Suspense fallback={<Spinner />}>
            <Routes>
              {ROUTES.map(({ path, page }) => (
                <Route key={path} path={path} element={<page.Component />} />
              ))}
            </Routes>
          </Suspense>
        </CrashBoundary>
      </main>
      <SiteFooter />
    </div>
  );
}

/** The whole site inside a router: StaticRouter on the server, BrowserRouter in the browser. */
export function App({ i18n, site }: AppProps) {
  return (
    <I18nextProvider i18n={i18n}>
      <SiteProvider value={site}>
        <Shell />
      </SiteProvider>
    </I18nextProvider>
  );
}
