import { defaultDomainConfig } from '@dipper/contract';
import { pathOf, platformEntries } from './menu-entries.js';
import { PAGE_KINDS, type PageKind } from './page-kinds.js';
import { resolve } from './resolve.js';

const EVERY_KIND = Object.keys(PAGE_KINDS) as PageKind[];
const config = defaultDomainConfig('dipper.example');
const [first, ...rest] = config.supportedPlatforms;

type Row = (typeof config.supportedPlatforms)[number];
const rows = (...changes: Partial<Row>[]) =>
  changes.map((change): Row => ({ ...(first as Row), priority: 1, ...change }));
const idsOf = (supportedPlatforms: Row[]) =>
  platformEntries({ supportedPlatforms }, EVERY_KIND).map(({ id }) => id);

it('orders platforms by priority, then by name', () => {
  expect(
    idsOf(
      rows(
        { id: 'vimeo', displayName: 'Vimeo', priority: 2 },
        { id: 'tiktok', displayName: 'TikTok', priority: 2 },
        { id: 'castbox', displayName: 'Castbox', priority: 9 },
        { id: 'youtube', displayName: 'YouTube', priority: -1 },
      ),
    ),
  ).toEqual(['youtube', 'tiktok', 'vimeo', 'castbox']);
});

it('omits disabled platforms', () => {
  expect(idsOf(rows({ id: 'tiktok', enabled: false }, { id: 'vimeo' }))).toEqual(['vimeo']);
  expect(idsOf([])).toEqual([]);
});

it('does not reorder the configuration itself', () => {
  const supportedPlatforms = [...rest].reverse();
  platformEntries({ supportedPlatforms });
  expect(supportedPlatforms).toEqual([...rest].reverse());
});

it('links every platform to an existing page, in two groups', () => {
  const entries = platformEntries(config, EVERY_KIND);
  expect(entries.filter(({ kind }) => kind === 'video').map(({ id }) => id)).toEqual([
    ...['youtube', 'tiktok', 'twitter', 'facebook', 'vimeo', 'bilibili', 'xiaohongshu'],
  ]);
  for (const { path, id } of entries) {
    const at = resolve(path ?? '', config, { languages: [], posts: [], kinds: EVERY_KIND });
    expect(at).toMatchObject({ page: 'landing', status: 200, params: { platform: id } });
  }
});

it('has no path for a platform without a landing page', () => {
  const [instagram] = platformEntries(
    { supportedPlatforms: rows({ id: 'instagram' }) },
    EVERY_KIND,
  );
  expect(instagram?.path).toBeNull();
  expect(platformEntries(config, ['home']).map(({ path }) => path)).not.toContain(
    '/youtube-downloader',
  );
});

it.each<[PageKind, string | null]>([
  ['home', '/'],
  ['guide', '/how-to-download-videos'],
  ['cookies', '/cookie-settings'],
  // Pages of these kinds have no single path.
  ['post', null],
  ['not-found', null],
])('the path of the %s page is %j', (kind, path) => {
  expect(pathOf(kind, EVERY_KIND)).toBe(path);
  expect(pathOf(kind, [])).toBeNull();
});
