import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import common from '../i18n/en/common.json';
import { PLATES } from '../theme/plate-names.js';

const sprite = readFileSync(join(__dirname, '../theme/plates.svg'), 'utf8');
const drawn = sprite.split('<symbol ').slice(1);

describe('the plates', () => {
  it('each have a drawing and a description', () => {
    expect(drawn.map((symbol) => /^id="([\w-]+)"/.exec(symbol)?.[1]).sort()).toEqual(
      [...PLATES].sort(),
    );
    expect(Object.keys(common.plates).sort()).toEqual([...PLATES].sort());
  });

  it("use the brand's colours only", () => {
    const colours = [...sprite.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour);
    expect(colours.filter((it) => it !== 'none' && !it?.startsWith('var(--'))).toEqual([]);
  });

  it('are smaller than 4 KB each', () => {
    expect(drawn.filter(({ length }) => length >= 4096)).toEqual([]);
  });
});
