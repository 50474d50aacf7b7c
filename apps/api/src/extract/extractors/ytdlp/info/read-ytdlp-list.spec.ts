import { ytdlpInfo } from '../../../testing/recorded-page.js';
import type { ExtractedList } from '../../extractor.port.js';
import { readYtdlpInfo } from './read-ytdlp-info.js';
import { type PageContent, readYtdlpPage } from './read-ytdlp-list.js';

const ASKED = 'https://site.example/article';
const list = (...entries: unknown[]): PageContent =>
  readYtdlpPage(ytdlpInfo('playerfm-1', { _type: 'playlist', title: 'A list', entries }), ASKED);
const listOf = (content: PageContent): ExtractedList => {
  if (content.kind !== 'list') {
    throw new Error(content.kind);
  }
  return content.list;
};
const urls = (content: PageContent): string[] => listOf(content).entries.map(({ url }) => url);

const whole = (number: number, changes: Record<string, unknown> = {}): unknown => ({
  id: `clip-${number}`,
  title: `Clip (${number})`,
  url: `https://cdn.example/${number}.mp4`,
  ext: 'mp4',
  webpage_url: ASKED,
  ...changes,
});
const reference = (name: string, changes: Record<string, unknown> = {}): unknown => ({
  _type: 'url',
  url: `https://other.example/${name}`,
  title: name,
  ...changes,
});
const tab = (name: string): unknown =>
  reference(name, { ie_key: 'YoutubeTab', url: `https://www.youtube.com/@a/${name}` });
const photo = { id: 'p', title: 'Photo', formats: [], thumbnail: 'https://cdn.example/p.jpg' };

describe('readYtdlpPage', () => {
  it('lists a playlist without its deleted videos', () => {
    const found = listOf(readYtdlpPage(ytdlpInfo('composed-youtube-playlist'), ASKED));
    expect(found).toMatchObject({ title: 'A composed playlist', uploader: 'A channel', total: 5 });
    expect(found.entries).toEqual([
      {
        id: 'vid00000001',
        url: 'https://www.youtube.com/watch?v=vid00000001',
        title: 'The first',
        thumbnailUrl: 'https://i.ytimg.com/vi/vid00000001/hqdefault.jpg?s=336',
        uploader: 'A channel',
        durationSeconds: 61,
        kind: 'media',
      },
      expect.objectContaining({ title: 'The third 🎵', durationSeconds: 3723 }),
      expect.objectContaining({ title: 'Live now', durationSeconds: null }),
    ]);
  });

  it('gives each video of a post a URL with its position', () => {
    const post = 'https://x.com/BenGeskin/status/2102909808542154887';
    const found = readYtdlpPage(ytdlpInfo('twitter-2-multivideo'), post);
    expect(urls(found)).toEqual([`${post}#item=1`, `${post}#item=2`]);
    expect(listOf(found).entries[1]).toMatchObject({ durationSeconds: 69.314, kind: 'media' });
  });

  it('lists the photos of a post as pictures', () => {
    const found = listOf(readYtdlpPage(ytdlpInfo('composed-instagram-carousel'), ASKED));
    expect(found.entries.map(({ kind, url }) => `${kind} ${url}`)).toEqual([
      'picture https://cdn.example/t.jpg',
      `media ${ASKED}#item=2`,
    ]);
  });

  it.each<[string, unknown[], string[]]>([
    ['the players of one page', [whole(1), whole(2)], [`${ASKED}#item=1`, `${ASKED}#item=2`]],
    [
      'entries at positions that count failed ones',
      [null, whole(2), whole(3)],
      [`${ASKED}#item=2`, `${ASKED}#item=3`],
    ],
    [
      'entries with their own pages',
      [whole(1, { webpage_url: 'https://site.example/1' }), whole(2)],
      ['https://site.example/1', `${ASKED}#item=2`],
    ],
    [
      'embedded items by their positions in the page',
      [
        reference('a', { url: 'https://v.example/1#__youtubedl_smuggle=%7B%22referer%22%3A1%7D' }),
        reference('b', { _type: 'url_transparent' }),
        reference('c', { url: 'file:///etc/passwd' }),
        reference('d'),
      ],
      [1, 2, 3].map((number) => `${ASKED}#item=${number}`).concat('https://other.example/d'),
    ],
    [
      'the page itself as its own entry',
      [reference('a', { url: ASKED }), reference('b')],
      [`${ASKED}#item=1`, 'https://other.example/b'],
    ],
    [
      'a list in a list',
      [{ _type: 'playlist', entries: [reference('a'), whole(1, { webpage_url: null })] }, whole(2)],
      ['https://other.example/a', `${ASKED}#item=2`],
    ],
    [
      'photos alone',
      [photo, { ...photo, thumbnail: 'https://cdn.example/q.jpg' }],
      ['https://cdn.example/p.jpg', 'https://cdn.example/q.jpg'],
    ],
    ['a single photo', [photo], ['https://cdn.example/p.jpg']],
    [
      'the parts of one video',
      [reference('a'), reference('b')],
      ['a', 'b'].map((name) => `https://other.example/${name}`),
    ],
  ])('lists %s', (_, entries, expected) => {
    expect(urls(list(...entries))).toEqual(expected);
  });

  it.each<[string, unknown[], PageContent['kind']]>([
    ['a list with one opened entry left', [null, whole(2)], 'item'],
    ['a list with one unopened entry left', [null, reference('a')], 'entry'],
    [
      "a list with one entry that isn't private",
      [reference('a', { title: '[Private video]' }), whole(2)],
      'item',
    ],
    ['an empty list', [], 'item'],
    [
      'a list without usable entries',
      [reference('a', { title: '[Deleted video]' }), null, 'text'],
      'item',
    ],
    ['the tabs of a channel', [tab('videos'), tab('shorts')], 'lists'],
    ['a channel with one tab', [tab('videos')], 'lists'],
    ['a list that contains a tab', [tab('videos'), reference('a')], 'list'],
  ])('classifies %s', (_, entries, kind) => {
    expect(list(...entries).kind).toBe(kind);
  });

  it('treats the only remaining entry as the item', () => {
    const found = list(null, reference('gone', { title: '[Deleted video]' }), whole(3));
    expect(found.kind === 'item' && readYtdlpInfo(found.info, ASKED).formats[0]?.url).toBe(
      'https://cdn.example/3.mp4',
    );
  });

  it.each([[[]], [[null]], [[reference('a', { title: '[Private video]' })]]])(
    'finds no content in %j',
    (entries) => {
      const found = list(...entries);
      expect(() => found.kind === 'item' && readYtdlpInfo(found.info, ASKED)).toThrow(
        expect.objectContaining({ code: 'NO_MEDIA' }) as Error,
      );
    },
  );

  it('reports no total if the site states none', () => {
    const info = ytdlpInfo('twitter-2-multivideo', { playlist_count: 'many', title: null });
    expect(listOf(readYtdlpPage(info, ASKED))).toMatchObject({ total: null, title: '' });
  });
});
