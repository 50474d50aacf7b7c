import { type DomainConfig, LIMITS } from '@dipper/contract';
import { DEFAULT_LANGUAGE, type Namespace, type PageState, readThemeChoice } from '@dipper/site';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { ROUTER_FUTURE } from '../lib/react/router-future.js';
import type { LoadedTexts } from '../i18n/catalogue.js';
import { fetchTexts } from '../i18n/more-texts.js';
import { createI18n } from '../i18n/create-i18n.js';
import { loadContent } from '../content/load-content.js';
import { callApiAt } from '../lib/api/api-address.js';
import { ChunkLoadError, reloadOnce } from '../lib/browser/stale-build.js';
import { noteSign } from '../lib/browser/first-sign.js';
import { whenLoaded } from '../lib/browser/when-loaded.js';
import {
  dropEarlySearch,
  EARLY_PLACE,
  earlyText,
  hasEarlySearch,
  rememberTypedLink,
  searchAgainPath,
} from '../features/search/before-hydration/early-search.js';
import { prefetchSearch } from '../features/search/find-formats.js';
import { applyThemeChoice } from '../theme/light-or-dark.js';
import { showDisplayFont } from '../theme/show-display-font.js';
import { loadIllustrations } from '../theme/illustrations/illustrations.js';
import { App } from './app.js';
import { STUCK } from './head/stuck-notice.js';
import { pageOf } from './pages/page-of-kind.js';
import { prefixOf, resolvePath } from './resolve-path.js';

/**
 * Adds the palette to a shell that came without one, as an adopted sheet, which needs no nonce. Our
 * server writes the palette into every document, so this code is not part of the first load.
 */
async function paint({ branding, features }: DomainConfig): Promise<void> {
  if (getComputedStyle(document.documentElement).getPropertyValue('--bg') !== '') {
    return;
  }
  const { brandStyles } = await import('../theme/palette.js');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(brandStyles(branding, features.darkMode, document.documentElement.lang));
  document.adoptedStyleSheets.push(sheet);
}

/**
 * The state that our server embedded for the first render (app/render.tsx); {} if there is none.
 */
function writtenState(): Partial<PageState> {
  try {
    return JSON.parse(document.getElementById('state')?.textContent ?? '') as PageState;
  } catch {
    return {};
  }
}

/** Returns the texts that the server embedded, or loads them. */
async function textsOf(
  written: LoadedTexts | undefined,
  language: string,
  namespaces: readonly Namespace[],
): Promise<LoadedTexts> {
  return written ?? fetchTexts(language, ['common', ...namespaces]);
}

/** Hydrates the server's page, or renders the page if the server could only send the shell. */
async function takeOver(root: HTMLElement): Promise<void> {
  const state = writtenState();
  const { pathname, hostname } = window.location;
  const config =
    state.site ?? (await (await import('./site-config/fetch-site.js')).fetchSite(hostname));
  const origin = state.origin ?? window.location.origin;
  callApiAt(config.api);
  if (hasEarlySearch()) {
    // The result may arrive before React has hydrated the form.
    void prefetchSearch();
  }
  const { sharedPicture, status, retentionSeconds = LIMITS.retentionSeconds } = state;
  const at = resolvePath(pathname, config);
  const prefix = prefixOf(pathname, at);
  const language = at.language ?? state.lang ?? DEFAULT_LANGUAGE;
  const [texts] = await Promise.all([
    textsOf(state.texts, language, at.namespaces),
    pageOf(at.page).page.preload(),
    loadContent(language, at.content),
    loadIllustrations(config.branding),
  ]);
  if (
    config.analytics.adsenseClientId !== '' ||
    window.location.search + window.location.hash !== ''
  ) {
    // Don't wait for the visitor: ads are placed between the sections, and a URL with a query has
    // to be cleaned up immediately.
    noteSign();
  }
  if (document.getElementById(EARLY_PLACE) === null) {
    // On the other pages, the font waits for the search (use-search.ts).
    whenLoaded(() => showDisplayFont(document));
  }
  const page = (
    <StrictMode>
      <BrowserRouter future={ROUTER_FUTURE} basename={prefix}>
        <App
          i18n={createI18n(language, texts)}
          site={{ config, origin, prefix, retentionSeconds, sharedPicture, status }}
        />
      </BrowserRouter>
    </StrictMode>
  );
  const onUncaughtError = (error: unknown) => {
    reportError(error);
    showStuck();
  };
  if (config.features.darkMode) {
    // The browser may restore the document from its history with an outdated theme.
    applyThemeChoice(document, readThemeChoice(document.cookie));
  }
  if (root.firstElementChild === null) {
    // Ignored: a page without colors is better than none.
    await paint(config).catch(() => undefined);
    createRoot(root, { onUncaughtError }).render(page);
    return;
  }
  rememberTypedLink(document);
  hydrateRoot(root, page, { onUncaughtError });
}

/**
 * Hides the early search and shows the notice in its place. The server's HTML can be read, and its
 * form works even without scripts.
 */
function showStuck(): void {
  dropEarlySearch();
  document.getElementById(STUCK)?.removeAttribute('hidden');
}

/** Returns the path to reload. It repeats a search submitted before hydration. */
function reloadPath({ pathname, search }: Location): string {
  const early = earlyText();
  return early === '' ? `${pathname}${search}` : searchAgainPath(pathname, early);
}

/** Hydrates the page. If that fails, reloads it once; after that, shows the notice. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) {
    return;
  }
  try {
    await takeOver(root);
  } catch (error) {
    const reloads =
      error instanceof ChunkLoadError && (await reloadOnce(reloadPath(window.location)));
    if (!reloads) {
      showStuck();
      throw error;
    }
  }
}
