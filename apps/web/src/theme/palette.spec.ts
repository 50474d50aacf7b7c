import { siteConfig } from '../testing/fixtures.js';
import { brandStyles, darkPalette, lightPalette, type Palette } from './palette.js';
import { contrast } from './colour.js';

const own = siteConfig().branding.colors;
const BRANDS = {
  own,
  'pale yellow on white': { ...own, primary: '#ffe94d', accent: '#ffd0e0', background: '#ffffff' },
  'a dark brand': {
    ...own,
    primary: '#1e3a8a',
    background: '#0b1120',
    surface: '#131c31',
    text: '#e2e8f0',
  },
  'grey on grey': {
    ...own,
    primary: '#808080',
    background: '#8a8a8a',
    surface: '#8f8f8f',
    text: '#777777',
  },
};

const cases = Object.entries(BRANDS).flatMap(([name, brand]) => [
  { name: `${name}, light`, palette: lightPalette(brand) },
  { name: `${name}, dark`, palette: darkPalette(brand) },
]);

/** The least contrast of a colour on everything it can stand on. */
function worst(palette: Palette, name: string): number {
  return Math.min(
    ...['bg', 'surface', 'sunk'].map((ground) =>
      contrast(palette[name] ?? '', palette[ground] ?? ''),
    ),
  );
}

describe('palettes', () => {
  it.each(cases)('$name: every text reaches 4.5, every shape 3', ({ palette }) => {
    for (const name of ['text', 'muted', 'link', 'accent', 'danger']) {
      expect([name, worst(palette, name) >= 4.5]).toEqual([name, true]);
    }
    for (const name of ['primary', 'edge']) {
      expect([name, worst(palette, name) >= 3]).toEqual([name, true]);
    }
    for (const ground of ['primary', 'primary-strong']) {
      const ratio = contrast(palette['on-primary'] ?? '', palette[ground] ?? '');
      expect([ground, ratio >= 4.5]).toEqual([ground, true]);
    }
  });

  it('gives the night a dark ground whichever way round the brand is', () => {
    for (const brand of Object.values(BRANDS).slice(0, 3)) {
      expect(contrast(darkPalette(brand)['bg'] ?? '', '#000000')).toBeLessThan(1.4);
    }
  });
});

describe('brandStyles', () => {
  it('has no dark colours when the domain has none', () => {
    expect(brandStyles(own, false)).not.toContain('dark');
    expect(brandStyles(own, true)).toContain('prefers-color-scheme:dark');
    expect(brandStyles(own, true)).toContain('[data-theme=dark]');
  });
});
