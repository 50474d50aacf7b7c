import type { DomainConfig } from '@dipper/contract';
import { contrast, contrastOn, firstTowards, type Hex, mix, onColour } from '@dipper/site';
import { litTowards } from './lit-towards.js';
import { TEXT_RATIO, waterOf, type WaterToken } from './water.js';

export type BrandColours = DomainConfig['branding']['colors'];

export { TEXT_RATIO } from './water.js';
/** Minimum contrast of control edges and meaningful shapes (WCAG 2.2, 1.4.11). */
export const EDGE_RATIO = 3;
/** Target contrast of running text. The minimum is `TEXT_RATIO`. */
const READING_RATIO = 7;
const DANGER = '#b3261e';

/** What a theme is computed from. */
interface Scene {
  readonly background: Hex;
  readonly surface: Hex;
  readonly text: Hex;
  readonly brand: BrandColours;
}

/**
 * Backgrounds of the page, cards and bands. `pale`, the color of a disabled button, is left out,
 * because it carries only text.
 */
export const GROUNDS = ['bg', 'surface', 'sunk'] as const;
type Grounds = Readonly<Record<(typeof GROUNDS)[number] | 'pale', Hex>>;

/**
 * Returns the backgrounds. The page's is the brand's. The others move towards it until either black
 * or white is readable on all of them, because no text color works both on a white page and on
 * black cards.
 */
function groundsOf({ background, surface, text, brand }: Scene): Grounds {
  const end = onColour(background);
  const sideWith = (colour: Hex): Hex =>
    firstTowards(colour, background, (ground) => contrast(end, ground) >= TEXT_RATIO);
  const card = sideWith(surface);
  const tint = contrast(text, '#ffffff') > READING_RATIO ? 0.06 : 0.16;
  return {
    bg: background,
    surface: card,
    sunk: sideWith(mix(background, brand.primary, tint)),
    pale: sideWith(mix(card, brand.primary, 0.18)),
  };
}

interface Painted extends Grounds {
  readonly brand: BrandColours;
  /** The color of running text, readable on all backgrounds. */
  readonly ink: Hex;
}

interface Derived {
  readonly from: (scene: Painted) => Hex;
  /** Minimum contrast of the color on every background. */
  readonly least: number;
}

/**
 * Colors of text, controls and states, moved towards black or white until their contrast suffices.
 */
export const CLAMPED = {
  text: { from: ({ ink }) => ink, least: TEXT_RATIO },
  muted: { from: ({ ink, bg }) => mix(ink, bg, 0.34), least: TEXT_RATIO },
  link: { from: ({ brand }) => brand.primary, least: TEXT_RATIO },
  'accent-text': { from: ({ brand }) => brand.accent, least: TEXT_RATIO },
  danger: { from: () => DANGER, least: TEXT_RATIO },
  // A thin line needs as much contrast as text.
  focus: { from: ({ brand }) => brand.primary, least: TEXT_RATIO },
  edge: { from: ({ ink, bg }) => mix(bg, ink, 0.4), least: EDGE_RATIO },
  'primary-edge': { from: ({ brand }) => brand.primary, least: EDGE_RATIO },
  'accent-edge': { from: ({ brand }) => brand.accent, least: EDGE_RATIO },
} as const satisfies Record<string, Derived>;

/** Colors of fills and drawings: the brand's own, and the colors on or next to them. */
const SHAPES = {
  primary: ({ brand }) => brand.primary,
  // Moves away from its text color, so that a hovered button stays readable.
  'primary-strong': ({ brand }) =>
    mix(brand.primary, onColour(brand.primary) === '#ffffff' ? '#000000' : '#ffffff', 0.14),
  secondary: ({ brand }) => brand.secondary,
  accent: ({ brand }) => brand.accent,
  'on-primary': ({ brand }) => onColour(brand.primary),
  'on-accent': ({ brand }) => onColour(brand.accent),
  // The land in drawings.
  sand: ({ bg, brand }) => mix(bg, brand.accent, 0.14),
  line: ({ bg, ink }) => mix(bg, ink, 0.14),
  // The bird's bib is white in both themes.
  bib: ({ ink, surface }) =>
    mix(contrast(ink, '#000000') > contrast(surface, '#000000') ? ink : surface, '#ffffff', 0.5),
} as const satisfies Record<string, (scene: Painted) => Hex>;

/** Returns a badge's background, in the brand's color, and its text color. */
function badgeOf({ surface, brand }: Painted): Readonly<Record<'badge' | 'on-badge', Hex>> {
  const isNight = onColour(surface) === '#ffffff';
  const badge = mix(surface, brand.primary, isNight ? 0.3 : 0.16);
  const isRead = (candidate: Hex) => contrast(candidate, badge) >= TEXT_RATIO;
  return { badge, 'on-badge': litTowards(brand.primary, onColour(badge), isRead) };
}

export type ColourToken =
  | keyof Grounds
  | keyof typeof CLAMPED
  | keyof typeof SHAPES
  | 'badge'
  | 'on-badge'
  | WaterToken;

/** All colors, by the name of their CSS variable. */
export type Palette = Readonly<Record<ColourToken, Hex>>;

/** Computes one theme from the tables above. */
export function paletteOf(scene: Scene): Palette {
  const grounds = groundsOf(scene);
  const everywhere = contrastOn(GROUNDS.map((name) => grounds[name]));
  const end = onColour(scene.background);
  const standOut = (colour: Hex, least: number): Hex =>
    litTowards(colour, end, (candidate) => everywhere(candidate) >= least);
  const ink = firstTowards(
    scene.text,
    end,
    (candidate) =>
      everywhere(candidate) >= READING_RATIO && contrast(candidate, grounds.pale) >= TEXT_RATIO,
  );
  const painted: Painted = { ...grounds, brand: scene.brand, ink };
  const entries = [
    ...Object.entries(grounds),
    ...Object.entries<Derived>(CLAMPED).map(([name, { from, least }]) => [
      name,
      standOut(from(painted), least),
    ]),
    ...Object.entries<(scene: Painted) => Hex>(SHAPES).map(([name, from]) => [name, from(painted)]),
    ...Object.entries(badgeOf(painted)),
    ...Object.entries(waterOf({ background: painted.bg, primary: painted.brand.primary })),
  ];
  return Object.fromEntries(entries) as Palette;
}
