import type { DisplayFont } from '@dipper/contract';
import { contrast, firstTowards, mix } from '@dipper/site';
import { LatestMap } from '../lib/state/latest-map.js';
import { chosenPalettes } from './chosen-palettes.js';
import { displayFontOf, headingFontIn } from './display-font.js';
import { type BrandColours, type ColourToken, type Palette, paletteOf } from './tokens.js';

/** The dark background's contrast with black stays below this ratio. */
const NIGHT_RATIO = 1.4;

/** Returns the light theme, which uses the configured colors. */
function lightPalette(brand: BrandColours): Palette {
  return paletteOf({ ...brand, brand });
}

/**
 * Returns the dark theme, whose background is the darker of the brand's text and background
 * colors.
 */
function darkPalette(brand: BrandColours): Palette {
  const deep = contrast(brand.text, '#000000') < contrast(brand.background, '#000000');
  const [dark, light] = deep ? [brand.text, brand.background] : [brand.background, brand.text];
  const background = firstTowards(
    mix(mix(dark, brand.primary, 0.06), '#000000', 0.45),
    '#000000',
    (ground) => contrast(ground, '#000000') < NIGHT_RATIO,
  );
  return paletteOf({
    background,
    surface: mix(background, '#ffffff', 0.055),
    text: mix(light, background, 0.06),
    brand,
  });
}

interface Themes {
  readonly light: Palette;
  readonly dark: Palette;
}

/** Computed once per brand, because every page needs them and they take a millisecond. */
const known = new LatestMap<string, Themes>(50);

/** Returns a brand's themes: made by hand for Dipper's colors, computed for all others. */
export function themesOf(brand: BrandColours): Themes {
  const key = JSON.stringify(brand);
  const themes = known.get(key) ??
    chosenPalettes(brand) ?? { light: lightPalette(brand), dark: darkPalette(brand) };
  known.set(key, themes);
  return themes;
}

/**
 * Returns the declarations of all tokens. The background decides the color scheme of native
 * controls and scroll bars.
 */
function declarations(palette: Palette): string {
  const isDark = contrast(palette.bg, '#000000') < contrast(palette.bg, '#ffffff');
  const tokens = Object.keys(palette) as ColourToken[];
  return [
    `color-scheme:${isDark ? 'dark' : 'light'}`,
    ...tokens.map((name) => `--${name}:${palette[name]}`),
  ].join(';');
}

/** The part of the configuration that determines a brand's style. */
interface Look {
  readonly colors: BrandColours;
  readonly font: DisplayFont;
}

/**
 * Returns the display font's variable and rules. A font that we serve is used once the document is
 * marked (late-font.ts), or immediately without scripts.
 */
function fontStyles(look: Look): string {
  const { family, spare = family, rules = '' } = displayFontOf(look);
  const variable = (font: string) => `{--font-display:${font}}`;
  const late = `:root[data-font]${variable(family)}@media (scripting:none){:root${variable(family)}}`;
  return `${rules}:root${variable(spare)}${spare === family ? '' : late}`;
}

/**
 * The line height of headings in languages whose letters are taller than Latin ones, or have marks
 * above and below.
 */
const LEADING: Readonly<Record<string, number>> = {
  ...{ ja: 1.25, ko: 1.25, zh: 1.25, ar: 1.35, hi: 1.35 },
};

/**
 * Returns the rules for headings and captions in a language whose letters the display font lacks.
 * The brand's name keeps that font.
 */
function headingStyles(look: Look, language: string): string {
  const font = headingFontIn(language, look);
  const heading = `:is(h1,h2,h3):lang(${language})`;
  const leading = LEADING[language];
  return font === null
    ? ''
    : [
        `@layer base{${heading}{font-family:${font};font-weight:600}}`,
        `@layer components{.caption:lang(${language}){font-family:${font}}}`,
        // Outside of the layers, because the sizes of headings are utilities with a line height.
        leading === undefined ? '' : `${heading}{line-height:${leading}}`,
      ].join('');
}

/**
 * Returns a domain's CSS variables: its display font and its colors, light or dark as set by
 * `data-theme` on the root element, otherwise by the system. Colors are validated hex values and
 * the fonts are ours, so nothing can inject CSS.
 * @param language the language of the page
 */
export function brandStyles(look: Look, darkMode: boolean, language: string): string {
  const themes = themesOf(look.colors);
  const light = `${fontStyles(look)}${headingStyles(look, language)}:root{${declarations(themes.light)}}`;
  if (!darkMode) {
    return light;
  }
  const dark = declarations(themes.dark);
  return [
    light,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
    `:root[data-theme=dark]{${dark}}`,
  ].join('');
}
