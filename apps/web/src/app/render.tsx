import type { PageInput, RenderedPage } from '@dipper/site';
import { canonicalSearch } from '@dipper/site';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom/server';
import { contentModules, loadContent } from '../content/load-content.js';
import { loadTexts } from '../i18n/catalogue.js';
import { createI18n } from '../i18n/create-i18n.js';
import { textNotes } from '../features/search/form/link-form.js';
import { App } from './app.js';
import { inlineJson } from './head/inline-json.js';
import { siteInLanguage } from './site-config/site-in-language.js';
import { illustrationModules, loadIllustrations } from '../theme/illustrations/illustrations.js';
import { HeadListener } from '../site/head-listener.js';
import { pageOf } from './pages/page-of-kind.js';
import { preloadedModules } from './pages/preloaded-modules.js';
import { accountCorner } from './shell/account.js';
import { preloadLaterParts } from './shell/later-parts.js';
import { structuredData } from './head/structured-data.js';
import { prefixOf, resolvePath } from './resolve-path.js';

const APP_ROOT = '<div id="app"';

/**
 * Moves the title, meta and link elements into <head>. React 19 renders them before the first
 * element.
 */
function splitHead(rendered: string): { head: string; html: string } {
  const at = rendered.indexOf(APP_ROOT);
  if (at === -1) {
    throw new Error('The rendered page has no root element');
  }
  return { head: rendered.slice(0, at), html: rendered.slice(at) };
}

/** Returns everything about a page except its content. Also used if rendering throws an error. */
async function prepare(input: PageInput) {
  const at = resolvePath(input.path, input.site);
  const lang = at.language ?? input.lang;
  const namespaces = ['common', ...at.namespaces] as const;
  const texts = await loadTexts(lang, namespaces);
  const { retentionSeconds, sharedPicture, status } = input;
  const i18n = createI18n(lang, texts);
  const search = canonicalSearch(input.search, at.page);
  const plain: RenderedPage = {
    lang,
    status: at.status,
    title: '',
    description: '',
    head: '',
    html: '',
    state: {
      site: siteInLanguage(input.site, i18n),
      origin: input.origin,
      lang,
      texts,
      retentionSeconds,
      ...(sharedPicture !== undefined && { sharedPicture }),
      ...(status !== undefined && { status }),
    },
    stuck: { text: i18n.t('stuck.text'), action: i18n.t('crash.reload') },
    cacheable: false,
    // Also for the shell: a temporary error must not make search engines drop a page.
    indexable: at.indexable && search === '',
    modules: [],
  };
  return { at, i18n, plain };
}

/**
 * Returns the page without its content, which the browser fills in. The fallback when `render`
 * fails.
 */
export async function renderShell(input: PageInput): Promise<RenderedPage> {
  return (await prepare(input)).plain;
}

/**
 * Renders the page at a path.
 * @throws whatever a component throws; the caller then sends the shell
 */
export async function render(input: PageInput): Promise<RenderedPage> {
  const { at, i18n, plain } = await prepare(input);
  const entry = pageOf(at.page);
  const { branding } = input.site;
  await Promise.all([
    entry.page.preload(),
    loadContent(plain.lang, at.content),
    loadIllustrations(branding),
    preloadLaterParts(),
    textNotes.preload(),
    input.site.authentication_enabled && accountCorner.preload(),
  ]);
  const prefix = prefixOf(input.path, at);
  const site = {
    config: plain.state.site,
    origin: input.origin,
    prefix,
    retentionSeconds: input.retentionSeconds,
    sharedPicture: input.sharedPicture,
    status: input.status,
  };
  let said = { title: '', description: '' };
  const rendered = renderToString(
    <StrictMode>
      <StaticRouter basename={prefix} location={`${input.path}${input.search}`}>
        <HeadListener value={(texts) => (said = texts)}>
          <App i18n={i18n} site={site} />
        </HeadListener>
      </StaticRouter>
    </StrictMode>,
  );
  const { head, html } = splitHead(rendered);
  const data = structuredData({ at, site, i18n, ...said });
  return {
    ...plain,
    ...said,
    head: `${head}${data === null ? '' : `<script type="application/ld+json">${inlineJson(data)}</script>`}`,
    html,
    cacheable: plain.indexable,
    modules: [
      ...preloadedModules(at.page),
      ...(await contentModules(plain.lang, at.content)),
      ...illustrationModules(branding),
    ],
  };
}
