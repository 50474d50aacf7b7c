import { resolve } from '@dipper/site';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { StrictMode } from 'react';
import { I18nProvider } from '../i18n/use-translation.js';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { ROUTER_FUTURE } from '../lib/react/router-future.js';
import { CurrentPageProvider } from '../site/current-page.js';
import { SiteProvider } from '../site/site.js';
import { english } from './english.js';
import { siteConfig } from './fixtures.js';

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{`${pathname}${search}`}</output>;
}

/**
 * Renders a page at a URL inside all its providers. An output element, "address", shows the current
 * URL.
 */
export function renderAt(
  address: string,
  page: ReactNode,
  config = siteConfig(),
  texts = english,
): RenderResult {
  const [pathname] = address.split(/[?#]/);
  return render(
    <StrictMode>
      <MemoryRouter future={ROUTER_FUTURE} initialEntries={[address]}>
        <I18nProvider value={texts}>
          <SiteProvider
            value={{ config, origin: 'https://dipper.example', prefix: '', retentionSeconds: 3600 }}
          >
            <CurrentPageProvider
              value={resolve(pathname ?? '', config, { languages: ['en'], posts: [] })}
            >
              {page}
            </CurrentPageProvider>
            <Address />
          </SiteProvider>
        </I18nProvider>
      </MemoryRouter>
    </StrictMode>,
  );
}
