import type { DomainConfig } from '@dipper/contract';
import { directionOf, PSEUDO_LONG, PSEUDO_MIRRORED } from '@dipper/site';
import { LANGUAGES } from '../../src/i18n/languages.js';
import { brandStyles } from '../../src/theme/palette.js';
import { platformStyles } from '../../src/theme/platform-colours.js';
import clipfox from '../../../../config/domains/clipfox.example.json';
import ebbcast from '../../../../config/domains/ebbcast.example.json';
import keepwell from '../../../../config/domains/keepwell.example.json';
import { SITE } from '../show-state.js';

/**
 * The options of every state, which are query parameters of its page. The first value of each is
 * the default.
 */
export const CHOICES = {
  theme: ['light', 'dark'],
  language: [...LANGUAGES, PSEUDO_LONG, PSEUDO_MIRRORED],
  brand: ['dipper', 'clipfox', 'ebbcast', 'keepwell'],
} as const;

export type Look = { readonly [Name in keyof typeof CHOICES]: string };

/** Reads the options from the query. Unknown values are replaced with the default. */
export function lookIn(params: URLSearchParams): Look {
  const chosen = (name: keyof typeof CHOICES): string => {
    const [usual, ...others] = CHOICES[name] as readonly string[];
    return others.find((other) => other === params.get(name)) ?? usual ?? '';
  };
  return { theme: chosen('theme'), language: chosen('language'), brand: chosen('brand') };
}

/** The branding of the example sites. Their other settings come from the built-in site. */
const BRANDS: Readonly<Record<string, Pick<DomainConfig, 'branding'> | undefined>> =
  Object.fromEntries(
    Object.entries({ clipfox, ebbcast, keepwell }).map(([name, { branding }]) => [
      name,
      { branding: { ...SITE.branding, ...(branding as Partial<DomainConfig['branding']>) } },
    ]),
  );

/** Returns the site of a brand. */
export const siteOf = (brand: string): DomainConfig => ({ ...SITE, ...BRANDS[brand] });

/** Applies a look to the document, as our server does for real pages (app/head/document.ts). */
export function applyLook({ theme, language, brand }: Look): void {
  const site = siteOf(brand);
  const root = document.documentElement;
  root.lang = language;
  root.dir = directionOf(language);
  root.dataset['theme'] = theme;
  // As on quick connections, the display font is used from the start.
  root.dataset['font'] = '';
  const style = document.createElement('style');
  style.textContent = `${brandStyles(site.branding, true, language)}${platformStyles(site)}`;
  document.head.append(style);
}
