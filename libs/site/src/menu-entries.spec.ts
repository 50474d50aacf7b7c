import { defaultDomainConfig } from '@dipper/contract';
import { pathOf, platformEntries } from './menu-entries.js';
import type { PageKind } from './page-kinds.js';
import { resolve } from './resolve.js';

const config = defaultDomainConfig('dipper.example');
const [first, ...rest] = config.supportedPlatforms;

type Row = (typeof config.supportedPlatforms)[number];
const rows = (...changes: Partial<Row>[]) =>
  changes.map((change): Row => ({ ...(first as Row), priority: 1, ...change }));
const idsOf = (supportedPlatforms: Row[]) =>
  platformEntries({ supportedPlatforms }).map(({ id }) => id);

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
  const entries = platformEntries(config);
  expect(entries.filter(({ kind }) => kind === 'video').map(({ id }) => id)).toEqual([
    ...['youtube', 'tiktok', 'twitter', 'facebook', 'vimeo', 'bilibili', 'xiaohongshu'],
  ]);
  for (const { path, id } of entries) {
    const at = resolve(path ?? '', config, { languages: [], posts: [] });
    expect(at).toMatchObject({ page: 'landing', status: 200, params: { platform: id } });
  }
});

it('returns no path for a platform without a landing page', () => {
  const [instagram] = platformEntries({ supportedPlatforms: rows({ id: 'instagram' }) });
  expect(instagram?.path).toBeNull();
});

it.each<[PageKind, string | null]>([
  ['home', '/'],
  ['guide', '/how-to-download-videos'],
  ['cookies', '/cookie-settings'],
  // Pages of these kinds have no single path.
  ['post', null],
  ['not-found', null],
])('the path of the %s page is %j', (kind, path) => {
  expect(pathOf(kind)).toBe(path);
});
