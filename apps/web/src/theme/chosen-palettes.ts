import type { BrandColours, Palette } from './tokens.js';

/** The configured colors that Dipper's palettes were made for. */
export const DIPPER_COLOURS: BrandColours = {
  primary: '#0f6a66',
  secondary: '#12343b',
  accent: '#e8743b',
  background: '#f7f5f0',
  surface: '#ffffff',
  text: '#142126',
};

/** The light theme: paper, ink and a clear stream. */
const DAY: Palette = {
  bg: '#f7f5f0',
  surface: '#ffffff',
  sunk: '#ecf0ec',
  pale: '#d8ece7',
  text: '#142126',
  muted: '#566265',
  link: '#0b5a57',
  'accent-text': '#a84a18',
  danger: '#b3261e',
  focus: '#0b5a57',
  edge: '#768280',
  'primary-edge': '#0f6a66',
  'accent-edge': '#c95a1f',
  primary: '#0f6a66',
  'primary-strong': '#0b5754',
  secondary: '#12343b',
  accent: '#e8743b',
  'on-primary': '#ffffff',
  'on-accent': '#142126',
  line: '#dcd9d0',
  bib: '#ffffff',
  badge: '#d8ece7',
  'on-badge': '#0b5a57',
  sky: '#e7f0ed',
  sand: '#f2e6d3',
  'water-far': '#5bb3ab',
  water: '#0f6a66',
  'water-deep': '#0a474b',
  'on-water': '#ffffff',
  'on-water-muted': '#d9ebe8',
};

/** The dark theme: the water glows, and links and the bird stand out against the dark. */
const NIGHT: Palette = {
  bg: '#0b1a1d',
  surface: '#12272b',
  sunk: '#0f2124',
  pale: '#17403f',
  text: '#eef0ea',
  muted: '#a9b8b5',
  link: '#6fd3c8',
  'accent-text': '#ff9a5c',
  danger: '#ff9d8f',
  focus: '#6fd3c8',
  edge: '#6a8f92',
  'primary-edge': '#2aa198',
  'accent-edge': '#ff8a4a',
  primary: '#2aa198',
  'primary-strong': '#45b8ae',
  secondary: '#12343b',
  accent: '#ff8a4a',
  'on-primary': '#04211f',
  'on-accent': '#142126',
  line: '#24393d',
  bib: '#eef0ea',
  badge: '#17403f',
  'on-badge': '#7fe0d2',
  sky: '#143036',
  sand: '#5f6d62',
  'water-far': '#1f7f7b',
  water: '#17635f',
  'water-deep': '#0d2f33',
  'on-water': '#eef0ea',
  'on-water-muted': '#cde2de',
};

/** Returns the hand-made palettes for these colors; undefined if they have to be computed. */
export function chosenPalettes(
  brand: BrandColours,
): { readonly light: Palette; readonly dark: Palette } | undefined {
  const names = Object.keys(DIPPER_COLOURS) as (keyof BrandColours)[];
  const isDipper = names.every((name) => brand[name].toLowerCase() === DIPPER_COLOURS[name]);
  return isDipper ? { light: DAY, dark: NIGHT } : undefined;
}
