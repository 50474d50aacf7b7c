import { contrast, firstTowards, mix } from './colour.js';
import { type BrandColours, type ColourToken, type Palette, paletteOf } from './tokens.js';

/** The dark background's contrast with black stays below this. */
const NIGHT_RATIO = 1.4;

/** The light theme: the configuration's own colours. */
function lightPalette(brand: BrandColours): Palette {
  return paletteOf({ ...brand, brand });
}

/** The dark theme: the darker of the brand's text and background becomes the background. */
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

/** Computed once per brand: every page needs them, and they take a millisecond. */
const known = new Map<string, Themes>();

/** Both themes of a brand. */
export function themesOf(brand: BrandColours): Themes {
  const key = JSON.stringify(brand);
  const themes = known.get(key) ?? { light: lightPalette(brand), dark: darkPalette(brand) };
  known.set(key, themes);
  return themes;
}

/** Declarations of all tokens; the browser's own controls and scroll bars follow the ground. */
function declarations(palette: Palette): string {
  const isDark = contrast(palette.bg, '#000000') < contrast(palette.bg, '#ffffff');
  const tokens = Object.keys(palette) as ColourToken[];
  return [
    `color-scheme:${isDark ? 'dark' : 'light'}`,
    ...tokens.map((name) => `--${name}:${palette[name]}`),
  ].join(';');
}

/**
 * The colour variables of a domain as CSS: light, dark where the system is, and either one by
 * `data-theme` on the root element. Values are checked hex colours, so nothing here can break out.
 */
export function brandStyles(brand: BrandColours, darkMode: boolean): string {
  const themes = themesOf(brand);
  const light = `:root{${declarations(themes.light)}}`;
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
