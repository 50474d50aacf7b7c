import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORMS } from '@dipper/media';
import { render, screen } from '@testing-library/react';
import { POSTS } from '../content/post-ids.js';
import common from '../i18n/en/common.json';
import { SiteProvider } from '../site/site.js';
import { siteConfig } from '../testing/fixtures.js';
import { loadIllustrations } from '../theme/illustrations/illustrations.js';
import { PLATE_SHEETS, STATE_PLATES } from '../theme/illustrations/plates.js';
import { Plate } from './plate.js';

const FOLDER = join(__dirname, '../theme/illustrations/dipper');
const MAX_CHARACTERS = 4096;

interface Drawing {
  /** `{sheet}#{name}` */
  readonly id: string;
  readonly source: string;
}

const drawings: readonly Drawing[] = PLATE_SHEETS.flatMap((sheet) =>
  readFileSync(join(FOLDER, 'plates', `${sheet}.svg`), 'utf8')
    .split('<symbol ')
    .slice(1)
    .map((symbol) => ({
      id: `${sheet}#${/^id="([^"]+)"/.exec(symbol)?.[1] ?? ''}`,
      source: symbol.slice(symbol.indexOf('>') + 1),
    })),
);
const namesOn = (sheet: string): string[] =>
  drawings.flatMap(({ id }) => (id.startsWith(`${sheet}#`) ? [id.slice(sheet.length + 1)] : []));

describe("Dipper's plates", () => {
  it('are on the sheets that pages expect', () => {
    expect(readdirSync(join(FOLDER, 'plates')).sort()).toEqual(
      PLATE_SHEETS.map((sheet) => `${sheet}.svg`).sort(),
    );
  });

  it('are drawn for each landing page, each post and each state', () => {
    expect(namesOn('landing').sort()).toEqual(
      [...PLATFORMS.flatMap((it) => (it.landing ? [it.id] : [])), 'podcasts'].sort(),
    );
    expect(namesOn('offline')).toEqual(['offline']);
    expect(namesOn('posts').sort()).toEqual([...POSTS].sort());
    expect(namesOn('states').sort()).toEqual([...STATE_PLATES].sort());
    expect(Object.keys(common.plates).sort()).toEqual([...STATE_PLATES].sort());
  });

  it('are never shared by two pages', () => {
    const first = new Map<string, string>();
    for (const { id, source } of drawings) {
      // A drawing that differs only in white space is the same drawing.
      const shape = source.replace(/\s+/g, '');
      expect([id, first.get(shape)]).toEqual([id, undefined]);
      first.set(shape, id);
    }
  });

  it.each(drawings.map(({ id, source }) => [id, source] as const))(
    "%s is smaller than 4 KB and uses the brand's colours only, one of them the accent",
    (_id, source) => {
      expect(source.length).toBeLessThan(MAX_CHARACTERS);
      const colours = [...source.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, it]) => it);
      expect(colours.filter((it) => it !== 'none' && !it?.startsWith('var(--'))).toEqual([]);
      expect(colours).toContain('var(--accent)');
    },
  );
});

async function show(illustration: 'dipper' | 'clipfox') {
  await loadIllustrations({ illustration });
  const base = siteConfig();
  const config = { ...base, branding: { ...base.branding, illustration } };
  const site = { config, origin: '', prefix: '', retentionSeconds: 3600 };
  return render(
    <SiteProvider value={site}>
      <Plate sheet="posts" name="hls-explained" description="Ice floes" caption="Floes" />
    </SiteProvider>,
  );
}

describe('Plate', () => {
  it('has a text alternative', async () => {
    const { container } = await show('dipper');
    expect(screen.getByRole('img', { name: 'Ice floes' })).toBeVisible();
    expect(container.querySelector('use')?.getAttribute('href')).toMatch(/#hls-explained$/);
  });

  it("leaves Dipper's drawings out of other brands' pages", async () => {
    expect((await show('clipfox')).container).toBeEmptyDOMElement();
  });
});
