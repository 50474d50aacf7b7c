import type { I18n } from '../i18n/create-i18n.js';
import { I18nProvider } from '../i18n/use-translation.js';
import { type Site, SiteProvider } from '../site/site.js';
import { CrashBoundary } from '../ui/loading/crash-boundary.js';
import { Shell } from './shell/shell.js';

interface AppProps {
  readonly i18n: I18n;
  readonly site: Site;
}

/** The whole site inside a router: StaticRouter on the server, BrowserRouter in the browser. */
export function App({ i18n, site }: AppProps) {
  return (
    <I18nProvider value={i18n}>
      <SiteProvider value={site}>
        <CrashBoundary page="everything">
          <Shell />
        </CrashBoundary>
      </SiteProvider>
    </I18nProvider>
  );
}
