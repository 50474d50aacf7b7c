import { ACCOUNT_LANGUAGES, DISPLAY_FONTS } from '@dipper/contract';

import { siteConfig } from '../testing/fixtures.js';
import { displayFontOf } from './display-font.js';
import { brandStyles } from './palette.js';

const SERVED = ['young-serif', 'fredoka', 'anton', 'zilla-slab'];
const { branding } = siteConfig();

it.each(DISPLAY_FONTS)('%s is used by a brand that configures it', (font) => {
  const { family, file } = displayFontOf({ font });
  expect(brandStyles({ ...branding, font }, true, 'en')).toContain(`--font-display:${family}}`);
  expect(file !== null).toBe(SERVED.includes(font));
});

it.each(DISPLAY_FONTS)('%s is not requested before the document is marked', (font) => {
  const { family, file } = displayFontOf({ font });
  const styles = brandStyles({ ...branding, font }, true, 'en');
  const [, first] = /:root\{--font-display:([^}]+)\}/.exec(styles) ?? [];
  expect(first === family).toBe(file === null);
  expect(styles.includes(`:root[data-font]{--font-display:${family}}`)).toBe(file !== null);
  expect(family.endsWith(first ?? '-')).toBe(true);
});

it('loads only the font of the brand', () => {
  expect(brandStyles({ ...branding, font: 'anton' }, true, 'en')).toMatch(
    /^@font-face\{[^}]*'Anton'/,
  );
  expect(brandStyles({ ...branding, font: 'system' }, true, 'en')).not.toContain('@font-face');
});

it.each(ACCOUNT_LANGUAGES)(
  'uses a font with the letters of headings in %s, in one weight with Latin',
  (language) => {
    const styles = brandStyles(branding, true, language);
    const isLatin = /^\p{Script=Latin}/u.test(
      new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? '',
    );
    expect(/:is\(h1,h2,h3\):lang\((\w+)\)/.exec(styles)?.[1]).toBe(isLatin ? undefined : language);
    expect(
      brandStyles({ ...branding, font: 'anton' }, true, language).includes(
        '{font-family:var(--font-sans);',
      ),
    ).toBe(!isLatin);
  },
);
