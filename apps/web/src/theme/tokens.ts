import type { DomainConfig } from '@dipper/contract';
import {
  contrast,
  contrastOn,
  firstTowards,
  type Hex,
  litTowards,
  mix,
  onColour,
} from './colour.js';
import { TEXT_RATIO, waterOf, type WaterToken } from './water.js';

export type BrandColours = DomainConfig['branding']['colors'];

export { TEXT_RATIO } from './water.js';
/** Edges of controls, and shapes that mean something (WCAG 2.2, 1.4.11). */
export const EDGE_RATIO = 3;
/** What running text aims at; it never has less than `TEXT_RATIO`. */
const READING_RATIO = 7;
const DANGER = '#b3261e';

/** What a theme starts from. */
export interface Scene {
  readonly background: Hex;
  readonly surface: Hex;
  readonly text: Hex;
  readonly brand: BrandColours;
}

/** What everything can stand on: the page, cards, bands. On `pale`, a button that is off, only text. */
export const GROUNDS = ['bg', 'surface', 'sunk'] as const;
type Grounds = Readonly<Record<(typeof GROUNDS)[number] | 'pale', Hex>>;

/**
 * The background is the brand's. The other grounds give way to it until the same black or white can
 * be read on all: no text could be on both a white page and black cards.
 */
export function groundsOf({ background, surface, text, brand }: Scene): Grounds {
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
  /** Running text, readable on all grounds. */
  readonly ink: Hex;
}

interface Derived {
  readonly from: (scene: Painted) => Hex;
  /** The contrast it is given on every ground. */
  readonly least: number;
}

/** What is read, and what marks a control or a state: moved to black or white until it stands out. */
export const CLAMPED = {
  text: { from: ({ ink }) => ink, least: TEXT_RATIO },
  muted: { from: ({ ink, bg }) => mix(ink, bg, 0.34), least: TEXT_RATIO },
  link: { from: ({ brand }) => brand.primary, least: TEXT_RATIO },
  'accent-text': { from: ({ brand }) => brand.accent, least: TEXT_RATIO },
  danger: { from: () => DANGER, least: TEXT_RATIO },
  // A thin line: it stands out as text does.
  focus: { from: ({ brand }) => brand.primary, least: TEXT_RATIO },
  edge: { from: ({ ink, bg }) => mix(bg, ink, 0.4), least: EDGE_RATIO },
  'primary-edge': { from: ({ brand }) => brand.primary, least: EDGE_RATIO },
  'accent-edge': { from: ({ brand }) => brand.accent, least: EDGE_RATIO },
} as const satisfies Record<string, Derived>;

/** Fills and pictures: the brand's own colours, and what lies on or beside them. */
export const SHAPES = {
  primary: ({ brand }) => brand.primary,
  // Away from its text, so that a button under the pointer is read as well as one that is not.
  'primary-strong': ({ brand }) =>
    mix(brand.primary, onColour(brand.primary) === '#ffffff' ? '#000000' : '#ffffff', 0.14),
  secondary: ({ brand }) => brand.secondary,
  accent: ({ brand }) => brand.accent,
  'on-primary': ({ brand }) => onColour(brand.primary),
  'on-accent': ({ brand }) => onColour(brand.accent),
  // The land of drawings.
  sand: ({ bg, brand }) => mix(bg, brand.accent, 0.14),
  line: ({ bg, ink }) => mix(bg, ink, 0.14),
  // The bird's bib: white in both themes.
  bib: ({ ink, surface }) =>
    mix(contrast(ink, '#000000') > contrast(surface, '#000000') ? ink : surface, '#ffffff', 0.5),
} as const satisfies Record<string, (scene: Painted) => Hex>;

/** A badge, in the brand's colour, and its text. */
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

/** Every colour of the pages, by the name of its CSS variable. */
export type Palette = Readonly<Record<ColourToken, Hex>>;

/** The tables above for one theme. */
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
