import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import common from '../i18n/en/common.json';
import { PLATES } from '../theme/plate-names.js';

const sprite = readFileSync(join(__dirname, '../theme/plates.svg'), 'utf8');
const drawn = sprite.split('<symbol ').slice(1);

describe('the plates', () => {
  it('are drawn and described, each by its name', () => {
    expect(drawn.map((symbol) => /^id="([\w-]+)"/.exec(symbol)?.[1]).sort()).toEqual(
      [...PLATES].sort(),
    );
    expect(Object.keys(common.plates).sort()).toEqual([...PLATES].sort());
  });

  it.each(drawn)('hold to the brand`s colours and to 4 KB', (symbol) => {
    const colours = [...symbol.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour);
    expect(colours.filter((it) => it !== 'none' && !it?.startsWith('var(--'))).toEqual([]);
    expect(symbol.length).toBeLessThan(4096);
  });
});
