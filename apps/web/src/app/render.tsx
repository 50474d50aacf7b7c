import type { DomainConfig } from '@dipper/contract';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { createI18n } from '../i18n/create-i18n.js';
import { languageOf, supportedLanguage } from '../i18n/languages.js';
import { App } from './app.js';
import { inlineJson } from './document.js';
import { routeOf } from './routes.js';
import { structuredData } from './structured-data.js';

export interface RenderInput {
  readonly path: string;
  /** Query of the address with its question mark, or ''. */
  readonly search: string;
  readonly site: DomainConfig;
  /** Scheme and host, no slash at the end. */
  readonly origin: string;
  readonly lang: string;
}

/** A rendered page; `renderDocument` puts it into a document. */
export interface RenderedPage {
  readonly status: 200 | 404;
  readonly head: string;
  readonly html: string;
  /** What the browser needs to render the same again. */
  readonly state: { readonly site: DomainConfig; readonly origin: string };
  /** True when everybody gets the same HTML until the configuration changes. */
  readonly cacheable: boolean;
  readonly indexable: boolean;
  /** Source modules that the browser needs at once besides the entry. */
  readonly modules: readonly string[];
}

const APP_ROOT = '<div id="app"';

/** React 19 writes titles, metas and links in front of the first element: they belong into <head>. */
function splitHead(rendered: string): { head: string; html: string } {
  const at = rendered.indexOf(APP_ROOT);
  if (at === -1) {
    throw new Error('The rendered page has no root element');
  }
  return { head: rendered.slice(0, at), html: rendered.slice(at) };
}

/** Renders the page of an address. @throws what a component throws: the caller sends the shell. */
export async function render(input: RenderInput): Promise<RenderedPage> {
  const route = routeOf(input.path);
  const lang = supportedLanguage(input.lang);
  const [catalogue] = await Promise.all([languageOf(lang).load(), route.page.preload()]);
  const site = { config: input.site, origin: input.origin };
  const rendered = renderToString(
    <StrictMode>
      <StaticRouter location={`${input.path}${input.search}`}>
        <App i18n={createI18n(lang, catalogue)} site={site} />
      </StaticRouter>
    </StrictMode>,
  );
  const { head, html } = splitHead(rendered);
  const data = structuredData(route, site);
  const indexable = route.indexable && input.search === '';
  return {
    status: route.status,
    head: `${head}${data === null ? '' : `<script type="application/ld+json">${inlineJson(data)}</script>`}`,
    html,
    state: { site: input.site, origin: input.origin },
    cacheable: indexable,
    indexable,
    modules: [route.module, languageOf(lang).module],
  };
}
