import type { DomainConfig } from '@dipper/contract';
import { contrast, mix, onColour, readable, type Hex } from './colour.js';

type BrandColours = DomainConfig['branding']['colors'];

/** Text at any size (WCAG 2.2 AA). */
const TEXT_RATIO = 4.5;
/** Borders of controls, focus rings, icons that carry meaning. */
const SHAPE_RATIO = 3;

/** Every colour of the pages, by the name of its CSS variable. */
export type Palette = Readonly<Record<string, Hex>>;

interface Ground {
  readonly background: Hex;
  readonly surface: Hex;
  readonly text: Hex;
}

function palette({ background, surface, text }: Ground, brand: BrandColours): Palette {
  const sunk = mix(background, brand.primary, contrast(text, '#ffffff') > 7 ? 0.06 : 0.16);
  const grounds = [background, surface, sunk];
  const ink = readable(text, grounds, 7);
  const primary = readable(brand.primary, grounds, SHAPE_RATIO);
  return {
    bg: background,
    surface,
    sunk,
    text: ink,
    muted: readable(mix(ink, background, 0.34), grounds, TEXT_RATIO),
    // The bird's bib: white by day and by night.
    bib: mix(
      contrast(ink, '#000000') > contrast(surface, '#000000') ? ink : surface,
      '#ffffff',
      0.5,
    ),
    line: mix(background, ink, 0.14),
    edge: readable(mix(background, ink, 0.4), grounds, SHAPE_RATIO),
    primary,
    'primary-strong': mix(primary, onColour(primary) === '#ffffff' ? '#000000' : '#ffffff', 0.14),
    'on-primary': onColour(primary),
    link: readable(brand.primary, grounds, TEXT_RATIO),
    secondary: readable(brand.secondary, grounds, SHAPE_RATIO),
    accent: readable(brand.accent, grounds, TEXT_RATIO),
    danger: readable('#b3261e', grounds, TEXT_RATIO),
  };
}

/** The configuration's own colours: what a visitor sees by day. */
export function lightPalette(brand: BrandColours): Palette {
  return palette(brand, brand);
}

/** The same brand by night: its text colour is the water, its background the light. */
export function darkPalette(brand: BrandColours): Palette {
  const deep = contrast(brand.text, '#000000') < contrast(brand.background, '#000000');
  const [dark, light] = deep ? [brand.text, brand.background] : [brand.background, brand.text];
  const background = mix(mix(dark, brand.primary, 0.06), '#000000', 0.45);
  return palette(
    { background, surface: mix(background, '#ffffff', 0.055), text: mix(light, background, 0.06) },
    brand,
  );
}

function declarations(colours: Palette): string {
  return Object.entries(colours)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/**
 * The colour variables of a domain as CSS: light, dark by the system's wish, and either one by
 * `data-theme` on the root element. Values are checked hex colours, so nothing here can break out.
 */
export function brandStyles(brand: BrandColours, darkMode: boolean): string {
  const light = `:root{color-scheme:light;${declarations(lightPalette(brand))}}`;
  if (!darkMode) {
    return light;
  }
  const dark = `color-scheme:dark;${declarations(darkPalette(brand))}`;
  return [
    light,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
    `:root[data-theme=dark]{${dark}}`,
  ].join('');
}
