import type { PageParams } from '@dipper/site';
import { createElement, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { BrowserRouter } from 'react-router-dom';
import {
  type Case,
  CASES,
  configOf,
  oddPaths,
} from '../../../../libs/site/src/testing/odd-paths.js';
import { createI18n } from '../i18n/create-i18n.js';
import { App } from './app.js';
import { render } from './render.js';
import { prefixOf, resolvePath } from './resolve-path.js';

const ORIGIN = 'https://dipper.example';

/** Uses React's production build, because the development build takes three times as long. */
function mockProduction(name: string): object {
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    return jest.requireActual<object>(name);
  } finally {
    process.env['NODE_ENV'] = mode;
  }
}
jest.mock('react', () => mockProduction('react'));
jest.mock('react/jsx-runtime', () => mockProduction('react/jsx-runtime'));
jest.mock('react-dom/server', () => mockProduction('react-dom/server'));

const mockElement = createElement;
let mockCase: Case;
jest.mock('../i18n/languages.js', () => ({
  get LANGUAGES() {
    return mockCase.languages;
  },
}));
jest.mock('../i18n/catalogue.js', () => ({
  loadTexts: () => Promise.resolve({ common: {} }),
}));
jest.mock('../i18n/names-in.js', () => ({ namesIn: () => [] }));
jest.mock('../content/post-ids.js', () => ({
  get POSTS() {
    return mockCase.posts;
  },
}));
jest.mock('../content/load-content.js', () => ({
  loadContent: () => Promise.resolve(),
  hasContent: () => true,
  contentModules: () => Promise.resolve([]),
}));
// The real module needs texts that are not loaded here.
jest.mock('./head/structured-data.js', () => ({ structuredData: () => null }));
// Render only the kind and parameters of each page, because many pages are rendered three times.
jest.mock('./pages/page-of-kind.js', () => ({
  pageOf: (kind: string) => ({
    page: {
      preload: () => Promise.resolve(),
      Component: ({ params }: { params: PageParams }) =>
        mockElement('h1', null, [kind, params.platform, params.id].join(' ')),
    },
  }),
}));
jest.mock('./shell/site-header.js', () => ({ SiteHeader: () => null }));
jest.mock('./shell/site-footer.js', () => ({ SiteFooter: () => null }));

/** The parts of a window that a router uses. URLs are parsed as browsers parse them. */
function windowAt(address: string): Window {
  const history = { state: null, replaceState: () => undefined };
  return { location: new URL(address), history } as unknown as Window;
}

/** Resolves a path to a URL on our host; null if browsers would resolve it to another host. */
function addressOf(path: string): URL | null {
  const address = `${ORIGIN}${path}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.origin === ORIGIN ? url : null;
}

const i18n = createI18n('en', { common: {} });

/** Renders the HTML at a URL in an app that was loaded with this language prefix. */
function shownAt({ href }: URL, prefix: string, config = configOf(mockCase)): string {
  const app = createElement(App, {
    i18n,
    site: { config, origin: ORIGIN, prefix, retentionSeconds: 3600 },
  });
  const router = createElement(BrowserRouter, { basename: prefix, window: windowAt(href) }, app);
  return renderToString(createElement(StrictMode, null, router));
}

const headingOf = (html: string): string => /<h1>(.*)<\/h1>/.exec(html)?.[1] ?? html;

it('renders the same page on the server and in the browser, whether loaded or navigated to', async () => {
  const urls = oddPaths(800)
    .map(addressOf)
    .filter((url) => url !== null)
    .slice(0, 600);
  expect(urls).toHaveLength(600);
  const configs = CASES.map(configOf);
  const wrong: unknown[] = [];
  const statuses = { 200: 0, 404: 0 };
  for (const [index, url] of urls.entries()) {
    mockCase = CASES[index % CASES.length] as Case;
    const site = configs[index % CASES.length] as ReturnType<typeof configOf>;
    const { pathname: path, search } = url;
    const server = await render({
      path,
      search,
      site,
      origin: ORIGIN,
      lang: 'en',
      retentionSeconds: 3600,
    });
    const where = resolvePath(path, site);
    const prefix = prefixOf(path, where);
    const loaded = shownAt(url, prefix, site);
    const cameTo = prefix === '' ? loaded : shownAt(url, '', site);
    // The server redirects a known short link before rendering any page (apps/api/src/share).
    const isKnown = !/^(?:not-found|short-link)/.test(headingOf(loaded));
    if (
      loaded !== server.html ||
      headingOf(cameTo) !== headingOf(loaded) ||
      isKnown !== (server.status === 200) ||
      server.lang !== (where.language ?? 'en') ||
      (server.indexable && !isKnown)
    ) {
      wrong.push({ path, server, loaded, cameTo });
    }
    statuses[server.status] += 1;
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  // The sample must cover both outcomes.
  expect(statuses[200]).toBeGreaterThan(60);
  expect(statuses[404]).toBeGreaterThan(60);
});
