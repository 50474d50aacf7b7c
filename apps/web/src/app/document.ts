import { shownTheme, themeChoice, themeMedia, type ThemeChoice } from '../theme/choice.js';
import { brandStyles, themesOf } from '../theme/palette.js';
import type { DomainConfig } from '@dipper/contract';
import { languageOf, supportedLanguage } from '../i18n/languages.js';

/** Addresses of the built files that a page needs. */
export interface DocumentAssets {
  readonly script: string;
  readonly styles: readonly string[];
  /** Modules that are fetched together with the script. */
  readonly preload: readonly string[];
  /** Markup a development server wants in front of everything; '' in production. */
  readonly development: string;
}

/** The parts of a page's HTML. Only `nonce` and `theme` differ from one reply to the next. */
export interface DocumentParts {
  readonly lang: string;
  readonly site: DomainConfig;
  readonly head: string;
  readonly html: string;
  readonly state: object;
  readonly nonce: string;
  /** The visitor's cookie, whatever it says. */
  readonly theme: string;
  readonly assets: DocumentAssets;
}

const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function attribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ATTRIBUTE_ESCAPES[character] ?? character);
}

/** JSON that can stand in a script element: nothing in it can close the element. */
export function inlineJson(value: object): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function assetLinks({ styles, preload, development }: DocumentAssets, nonce: string): string {
  return [
    ...styles.map((href) => `<link rel="stylesheet" href="${attribute(href)}">`),
    ...preload.map(
      (href) => `<link rel="modulepreload" nonce="${nonce}" href="${attribute(href)}">`,
    ),
    development,
  ].join('');
}

/** The colour of the browser around the page: the page's own ground, of the theme that is shown. */
function themeColour({ branding, features }: DomainConfig, choice: ThemeChoice): string {
  const palettes = themesOf(branding.colors);
  const themes = features.darkMode ? (['light', 'dark'] as const) : (['light'] as const);
  return themes
    .map(
      (theme) =>
        `<meta name="theme-color" data-of="${theme}" media="${themeMedia(choice, theme)}" content="${palettes[theme].bg}">`,
    )
    .join('');
}

/**
 * The whole document around a rendered page, or around nothing (`html: ''`): then it is the plain
 * shell, which the script fills in the browser.
 */
export function renderDocument(parts: DocumentParts): string {
  const { site, nonce, assets } = parts;
  const lang = supportedLanguage(parts.lang);
  const { branding, features } = site;
  const choice = shownTheme(themeChoice(parts.theme), features.darkMode);
  // Without dark colours there is nothing to choose from.
  const chosen = choice === 'auto' || !features.darkMode ? '' : ` data-theme="${choice}"`;
  return [
    `<!doctype html><html lang="${lang}" dir="${languageOf(lang).direction}"${chosen}><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    // Vite reads the nonce here for the modules it loads later.
    `<meta property="csp-nonce" nonce="${nonce}">`,
    parts.head,
    themeColour(site, choice),
    '<link rel="icon" type="image/svg+xml" href="/favicon.svg">',
    `<style nonce="${nonce}">${brandStyles(branding.colors, features.darkMode)}</style>`,
    assetLinks(assets, nonce),
    `</head><body class="bg-bg font-sans text-text antialiased"><div id="root">${parts.html}</div>`,
    `<script type="application/json" id="state">${inlineJson(parts.state)}</script>`,
    `<script type="module" nonce="${nonce}" src="${attribute(assets.script)}"></script>`,
    '</body></html>',
  ].join('');
}
