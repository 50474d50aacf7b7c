import { DIPPER_COLOURS } from './chosen-palettes.js';
import { contrast } from '@dipper/site';
import { brandStyles, themesOf } from './palette.js';
import {
  type BrandColours,
  CLAMPED,
  type ColourToken,
  GROUNDS,
  type Palette,
  TEXT_RATIO,
} from './tokens.js';

const own = DIPPER_COLOURS;
const all = (colour: string): BrandColours => ({
  primary: colour,
  secondary: colour,
  accent: colour,
  background: colour,
  surface: colour,
  text: colour,
});

const EXTREMES: Readonly<Record<string, BrandColours>> = {
  own,
  'all white': all('#ffffff'),
  'all black': all('#000000'),
  // Black and white have the same contrast with this gray, so it is the hardest case for text.
  'all middle grey': all('#757575'),
  'pale yellow on white': { ...own, primary: '#ffe94d', accent: '#ffd0e0', background: '#ffffff' },
  'white page, black cards': { ...own, background: '#ffffff', surface: '#000000' },
  'a dark brand': {
    ...own,
    primary: '#1e3a8a',
    background: '#0b1120',
    surface: '#131c31',
    text: '#e2e8f0',
  },
  'grey on grey': { ...all('#808080'), surface: '#8f8f8f', text: '#777777' },
};

/** A deterministic pseudo-random generator, 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomBrand(random: () => number): BrandColours {
  const colour = () =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`;
  return {
    primary: colour(),
    secondary: colour(),
    accent: colour(),
    background: colour(),
    surface: colour(),
    text: colour(),
  };
}

/** Returns pairs of foreground and background, with the contrast that they require. */
function pairs(): readonly (readonly [ColourToken, ColourToken, number])[] {
  const clamped = Object.entries(CLAMPED) as [keyof typeof CLAMPED, { least: number }][];
  return [
    ...clamped.flatMap(([name, { least }]) =>
      GROUNDS.map((ground) => [name, ground, least] as const),
    ),
    ['text', 'pale', TEXT_RATIO],
    ['on-primary', 'primary', TEXT_RATIO],
    ['on-primary', 'primary-strong', TEXT_RATIO],
    ['on-accent', 'accent', TEXT_RATIO],
    ['on-badge', 'badge', TEXT_RATIO],
    ...(['on-water', 'on-water-muted'] as const).flatMap((name) =>
      (['water', 'water-deep'] as const).map((ground) => [name, ground, TEXT_RATIO] as const),
    ),
    ['water', 'bg', 1.5],
  ];
}

const PAIRS = pairs();

function unreadable(palette: Palette): string[] {
  return PAIRS.filter(
    ([name, ground, least]) => contrast(palette[name], palette[ground]) < least,
  ).map(
    ([name, ground, least]) =>
      `${name} ${palette[name]} on ${ground} ${palette[ground]} < ${least}`,
  );
}

/**
 * Returns what is wrong with a brand's palettes. Fills must keep the brand's colors in both
 * themes, unless the dark palette was made by hand.
 */
function findings(brand: BrandColours): string[] {
  const { light, dark } = themesOf(brand);
  return [
    ...unreadable(light),
    ...unreadable(dark),
    ...(contrast(dark.bg, '#000000') < 1.4 ? [] : [`night ${dark.bg}`]),
    ...(brand === own ? [light] : [light, dark]).flatMap(({ primary, secondary, accent }) =>
      primary === brand.primary && secondary === brand.secondary && accent === brand.accent
        ? []
        : ["a fill is not the brand's"],
    ),
  ];
}

describe('the palettes of a brand', () => {
  it.each(Object.entries(EXTREMES))(
    'of %s have readable text and edges, and keep the fills',
    (_, brand) => {
      expect(findings(brand)).toEqual([]);
    },
  );

  it('have readable text and edges for random colors as well', () => {
    const random = randomFrom(8);
    const wrong = Array.from({ length: 100 }, () => randomBrand(random)).flatMap((brand) =>
      findings(brand).map((finding) => `${JSON.stringify(brand)}: ${finding}`),
    );
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it("keep the brand's background in the light theme", () => {
    for (const brand of Object.values(EXTREMES)) {
      expect(themesOf(brand).light.bg).toBe(brand.background);
    }
    expect(themesOf(own).light).toMatchObject({ surface: own.surface, text: own.text });
  });
});

describe('brandStyles', () => {
  it('has dark colors only with dark mode', () => {
    expect(brandStyles({ font: 'system', colors: own }, false, 'en')).not.toContain('dark');
    expect(brandStyles({ font: 'system', colors: own }, true, 'en')).toContain(
      'prefers-color-scheme:dark',
    );
    expect(brandStyles({ font: 'system', colors: own }, true, 'en')).toContain('[data-theme=dark]');
  });

  it('sets the color scheme of native controls', () => {
    const dark = EXTREMES['a dark brand'] ?? own;
    expect(brandStyles({ font: 'system', colors: own }, false, 'en')).toContain(
      'color-scheme:light',
    );
    expect(brandStyles({ font: 'system', colors: dark }, false, 'en')).toContain(
      'color-scheme:dark',
    );
  });
});
