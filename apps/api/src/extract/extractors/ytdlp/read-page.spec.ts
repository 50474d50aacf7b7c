import { ytdlpInfo } from '../../testing/recorded-page.js';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { readYtdlpInfo } from './info/read-ytdlp-info.js';
import type { YtdlpInfo } from './info/ytdlp.schema.js';
import { addressOfItem, type RunYtdlp, readPage } from './read-page.js';

const URL = 'https://site.example/page';
const item = (): YtdlpInfo => ytdlpInfo('playerfm-1');
const list = (...entries: unknown[]): YtdlpInfo =>
  ytdlpInfo('playerfm-1', { _type: 'playlist', title: 'A list', entries, playlist_count: 7 });
const reference = (url: string, ie_key?: string): unknown => ({ _type: 'url', url, ie_key });
const tab = (name: string): unknown =>
  reference(`https://www.youtube.com/@a/${name}`, 'YoutubeTab');
const video = (id: string): unknown =>
  reference(`https://www.youtube.com/watch?v=${id}`, 'Youtube');

const asking = (answers: Record<string, () => YtdlpInfo>): { ask: RunYtdlp; asked: string[] } => {
  const asked: string[] = [];
  const ask: RunYtdlp = (url, number) => {
    asked.push(`${url} ${number}`);
    return new Promise((resolve) => resolve((answers[`${url} ${number}`] ?? item)()));
  };
  return { ask, asked };
};

describe('readPage', () => {
  it.each<[string, number | null, () => YtdlpInfo, string[]]>([
    ['an item', null, item, [`${URL} null`]],
    ['an item by its number', 3, item, [`${URL} 3`]],
    [
      'the second and only entry',
      null,
      () => list(null, reference('https://a.example/')),
      [`${URL} null`, `${URL} 2`],
    ],
  ])('runs yt-dlp no more often than needed for %s', async (_, number, answer, expected) => {
    const { ask, asked } = asking({ [`${URL} null`]: answer });
    await expect(readPage(URL, number, ask)).resolves.toMatchObject({ kind: 'item' });
    expect(asked).toEqual(expected);
  });

  it.each([
    ['?img_index=2', 'Video 1'],
    ['?img_index=1', 'a list'],
    ['?img_index=9', 'a list'],
    ['?img_index=x', 'a list'],
    ['', 'a list'],
  ])('selects the item of a post by the query of its URL: %s gives %s', async (query, expected) => {
    const post = `https://www.instagram.com/p/CxYz123AbC/${query}`;
    const answer = (): YtdlpInfo =>
      ytdlpInfo('composed-instagram-carousel', { webpage_url: post.split('?')[0] });
    const found = await readPage(post, null, asking({ [`${post} null`]: answer }).ask);
    const item = found.kind === 'item' ? readYtdlpInfo(found.info, post) : null;
    expect(item?.title ?? 'a list').toBe(expected);
    expect(item?.pageUrl ?? post).toBe(post);
  });

  it('combines the tabs of a channel into one list, even if one of them fails', async () => {
    const { ask, asked } = asking({
      [`${URL} null`]: () => list(tab('videos'), tab('streams'), tab('shorts'), tab('more')),
      'https://www.youtube.com/@a/videos null': () => list(video('a'), video('b')),
      'https://www.youtube.com/@a/streams null': () => {
        throw new DomainError('SOURCE_FAILED');
      },
      'https://www.youtube.com/@a/shorts null': () => list(video('c'), video('d')),
    });
    const found = await readPage(URL, null, ask);
    expect(found).toMatchObject({ kind: 'list', title: 'A list', total: null });
    expect(found.kind === 'list' && found.entries.map(({ url }) => url.at(-1)).join('')).toBe(
      'abcd',
    );
    expect(asked).toHaveLength(4);
  });

  it('reports the reason if no tab can be read', async () => {
    const refuse = (): never => {
      throw new DomainError('SOURCE_BLOCKED');
    };
    const { ask } = asking({
      [`${URL} null`]: () => list(tab('videos')),
      'https://www.youtube.com/@a/videos null': refuse,
    });
    await expect(readPage(URL, null, ask)).rejects.toMatchObject({ code: 'SOURCE_BLOCKED' });
  });
});

it.each([
  [URL, 2, `${URL}#item=2`],
  [`${URL}?utm_source=x`, 2, `${URL}#item=2`],
  ['https://www.youtube.com/watch?v=jNQXAC9IVRw', 2, 'https://www.youtube.com/watch?v=jNQXAC9IVRw'],
  [URL, null, URL],
])('builds the URL of an item of %s, number %j', (found, number, expected) => {
  expect(addressOfItem(found, URL, number)).toBe(expected);
});
