import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteConfig } from '../testing/fixtures.js';
import { themesOf } from './palette.js';
import { CLAMPED } from './tokens.js';

const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');
const styles = read('tokens.css');
const brand = Object.keys(themesOf(siteConfig().branding.colors).light);
const declared = [...styles.matchAll(/^\s*--([\w-]+):/gm)].map(([, name]) => name);
/** Variables set by a script instead of CSS. */
const FROM_SCRIPT = ['done'];

/** Returns the variable that a kind of utility (`text-…`) uses for the name of a color. */
function meaning(kind: string, name: string): string | undefined {
  const value = new RegExp(`--${kind}-${name}: var\\(--([\\w-]+)\\)`);
  return (value.exec(styles) ?? [])[1];
}

describe('the tokens', () => {
  it.each(['tokens.css', 'app.css', 'illustrations/dipper/water.css'])(
    'used in %s are declared',
    (file) => {
      const used = [...read(file).matchAll(/var\(--([\w-]+)/g)].map(([, name]) => name);
      expect(
        used.filter((name) => ![...brand, ...declared, ...FROM_SCRIPT].includes(name ?? '')),
      ).toEqual([]);
    },
  );

  it('are all used', () => {
    const source = styles + read('app.css') + read('illustrations/dipper/water.css');
    expect(brand.filter((name) => !source.includes(`var(--${name})`))).toEqual([]);
  });

  it.each(['primary', 'accent'])(
    'replace the fill %s with another colour for text and edges',
    (name) => {
      expect(meaning('color', name)).toBe(name);
      expect(CLAMPED).toHaveProperty(meaning('text-color', name) ?? '');
      expect(CLAMPED).toHaveProperty(meaning('border-color', name) ?? '');
    },
  );

  it('allow no text in the secondary color', () => {
    expect(meaning('color', 'secondary')).toBeUndefined();
    expect(meaning('background-color', 'secondary')).toBe('secondary');
  });
});
