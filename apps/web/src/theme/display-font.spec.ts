import { DISPLAY_FONTS } from '@dipper/contract';
import { siteConfig } from '../testing/fixtures.js';
import { displayFontOf } from './display-font.js';
import { brandStyles } from './palette.js';

const SERVED = ['young-serif', 'fredoka', 'anton', 'zilla-slab'];
const { branding } = siteConfig();

it.each(DISPLAY_FONTS)('%s is used by a brand that configures it', (font) => {
  const { family, file } = displayFontOf({ font });
  expect(brandStyles({ ...branding, font }, true)).toContain(`--font-display:${family}}`);
  expect(file !== null).toBe(SERVED.includes(font));
});

it.each(DISPLAY_FONTS)('%s is not requested before the document is marked', (font) => {
  const { family, file } = displayFontOf({ font });
  const styles = brandStyles({ ...branding, font }, true);
  const [, first] = /:root\{--font-display:([^}]+)\}/.exec(styles) ?? [];
  expect(first === family).toBe(file === null);
  expect(styles.includes(`:root[data-font]{--font-display:${family}}`)).toBe(file !== null);
  expect(family.endsWith(first ?? '-')).toBe(true);
});

it('loads only the font of the brand', () => {
  expect(brandStyles({ ...branding, font: 'anton' }, true)).toMatch(/^@font-face\{[^}]*'Anton'/);
  expect(brandStyles({ ...branding, font: 'system' }, true)).not.toContain('@font-face');
});
