import { resolve } from '@dipper/site';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { StrictMode } from 'react';
import { I18nProvider } from '../i18n/use-translation.js';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { createI18n } from '../i18n/create-i18n.js';
import common from '../i18n/en/common.json';
import home from '../i18n/en/home.json';
import list from '../i18n/en/list.json';
import landing from '../i18n/en/landing.json';
import notFound from '../i18n/en/not-found.json';
import preview from '../i18n/en/preview.js';
import returning from '../i18n/en/returning.json';
import search from '../i18n/en/search.js';
import share from '../i18n/en/share.js';
import shortLink from '../i18n/en/short-link.json';
import wishes from '../i18n/en/wishes.json';
import { HereProvider } from '../lib/here.js';
import { SiteProvider } from '../lib/site.js';
import { siteConfig } from './fixtures.js';

export const english = createI18n('en', {
  ...{ common, home, landing, notFound, preview, search },
  ...{ list, returning, share, shortLink, wishes },
});

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{`${pathname}${search}`}</output>;
}

/** Renders inside everything a page expects, at an address; the current one is the output "address". */
export function renderAt(
  address: string,
  page: ReactNode,
  config = siteConfig(),
  texts = english,
): RenderResult {
  const [pathname] = address.split(/[?#]/);
  return render(
    <StrictMode>
      <MemoryRouter initialEntries={[address]}>
        <I18nProvider value={texts}>
          <SiteProvider
            value={{ config, origin: 'https://dipper.example', prefix: '', retentionSeconds: 3600 }}
          >
            <HereProvider value={resolve(pathname ?? '', config, { languages: ['en'], posts: [] })}>
              {page}
            </HereProvider>
            <Address />
          </SiteProvider>
        </I18nProvider>
      </MemoryRouter>
    </StrictMode>,
  );
}
