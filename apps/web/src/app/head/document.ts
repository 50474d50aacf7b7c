import type { DomainConfig } from '@dipper/contract';
import {
  DEFAULT_LANGUAGE,
  directionOf,
  type DocumentParts,
  type PageAssets,
  type WrittenDocument,
  themeChoice,
} from '@dipper/site';
import { APPLY_KEPT_THEME, themeMedia } from '../../theme/light-or-dark.js';
import { requestFont } from '../../theme/late-font.js';
import { brandStyles, themesOf } from '../../theme/palette.js';
import { platformStyles } from '../../theme/platform-colours.js';
import { SESSION_MARK } from '../account/session-mark.js';
import { EARLY_PLACE } from '../../features/search/before-hydration/early-search.js';
import { earlySearch } from './early-search-script.js';
import { escaped } from './escaped.js';
import { inlineJson } from './inline-json.js';
import { MARK_AT_ONCE } from './kept-choice.js';
import { COUNT_KEPT_ROWS } from './kept-rows.js';
import { stuckNotice, WATCH_SCRIPTS } from './stuck-notice.js';

/**
 * The `nonce` attribute that an element needs under the content security policy; '' if there is no
 * nonce.
 */
function allowedBy(nonce: string | null): string {
  return nonce === null ? '' : ` nonce="${nonce}"`;
}

/** Style sheets come first, because nothing can be painted without them. */
function styleLinks({ styles, development }: PageAssets): string {
  return [
    ...styles.map((href) => `<link rel="stylesheet" href="${escaped(href)}">`),
    development,
  ].join('');
}

/**
 * The page's script and preloads of what it imports, so that no chain of imports costs a round
 * trip. They are at the end of the document: by then, the browser has already requested the style
 * sheets, with which they would compete on a slow connection. On pages that are only read, they
 * load after everything visible.
 */
function scriptLinks({ script, preload }: PageAssets, html: string, allowed: string): string {
  const isForm = html.includes(`id="${EARLY_PLACE}"`);
  const how = `${allowed}${isForm ? '' : ' fetchpriority="low"'}`;
  return [
    `<script type="module"${how} src="${escaped(script)}"></script>`,
    ...preload.map((href) => `<link rel="modulepreload"${how} href="${escaped(href)}">`),
  ].join('');
}

/** The theme for visitors who have not chosen one. An inline script applies a visitor's choice. */
const UNCHOSEN = themeChoice('');

/** The browser's theme color: the page background of the active theme. */
function themeColour({ branding, features }: DomainConfig): string {
  const palettes = themesOf(branding.colors);
  const themes = features.darkMode ? (['light', 'dark'] as const) : (['light'] as const);
  return themes
    .map(
      (theme) =>
        `<meta name="theme-color" data-of="${theme}" media="${themeMedia(UNCHOSEN, theme)}" content="${palettes[theme].bg}">`,
    )
    .join('');
}

/**
 * The domain's icons, at the same paths on every domain (apps/api/src/web). Browsers that don't
 * support SVG use the PNG.
 */
const ICONS = [
  '<link rel="icon" type="image/png" sizes="48x48" href="/icons/48.png">',
  '<link rel="icon" type="image/svg+xml" sizes="any" href="/favicon.svg">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
].join('');

/** The manifest in the page's language, so that the installed app starts in that language. */
function manifestLink(lang: string): string {
  const query = lang === DEFAULT_LANGUAGE ? '' : `?lang=${escaped(lang)}`;
  return `<link rel="manifest" href="/manifest.webmanifest${query}">`;
}

/**
 * Returns the whole document around a rendered page, or the plain shell (`html: ''`), which the
 * browser fills in. The document is the same for everyone: inline scripts apply the theme, the
 * session and the visitor's own list before the first paint.
 */
export function renderDocument({ page, nonce, assets }: DocumentParts): WrittenDocument {
  const { site } = page.state;
  const { branding, features, authentication_enabled: hasAccounts } = site;
  const lang = escaped(page.lang);
  const allowed = allowedBy(nonce);
  const marks = [WATCH_SCRIPTS, earlySearch(site), COUNT_KEPT_ROWS, MARK_AT_ONCE];
  const first = [...marks, ...(hasAccounts ? [SESSION_MARK] : [])].join(';');
  const texts = [first, features.darkMode ? APPLY_KEPT_THEME : '', requestFont(branding)];
  const scripts = texts.filter((text) => text !== '');
  const styles = [`${brandStyles(branding, features.darkMode, page.lang)}${platformStyles(site)}`];
  const [firstScript, themeScript, fontScript] = texts.map((text) =>
    text === '' ? '' : `<script${allowed}>${text}</script>`,
  );
  const html = [
    `<!doctype html><html lang="${lang}" dir="${directionOf(page.lang)}"${features.darkMode ? ` data-theme="${UNCHOSEN}"` : ''}><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    // Vite reads the nonce from this element for the modules that it loads later.
    nonce === null ? '' : `<meta property="csp-nonce" nonce="${nonce}">`,
    firstScript,
    page.head,
    themeColour(site),
    themeScript,
    ICONS,
    manifestLink(page.lang),
    ...styles.map((text) => `<style${allowed}>${text}</style>`),
    styleLinks(assets),
    `</head><body class="bg-bg font-sans text-text antialiased"><div id="root">${page.html}</div>`,
    stuckNotice(page.stuck),
    `<script type="application/json" id="state">${inlineJson(page.state)}</script>`,
    scriptLinks(assets, page.html, allowed),
    fontScript,
    '</body></html>',
  ].join('');
  return { html, scripts, styles };
}
