import { failureAt, itemAt } from '../../testing/extracting.js';
import {
  redirectTo,
  type SiteAnswer,
  siteFixture,
  SiteWorld,
  status,
} from '../../testing/site-world.js';
import { XiaoyuzhouExtractor } from './xiaoyuzhou.extractor.js';

const EPISODE = 'https://www.xiaoyuzhoufm.com/episode/6600000000000000000000e1';
const PODCAST = 'https://www.xiaoyuzhoufm.com/podcast/6600000000000000000000aa';

let world: SiteWorld;
let xiaoyuzhou: XiaoyuzhouExtractor;
beforeAll(async () => {
  world = await SiteWorld.open();
  xiaoyuzhou = new XiaoyuzhouExtractor(world.pages);
});
afterAll(() => world.close());
beforeEach(() => world.answers.clear());

const page = (from = '', to = ''): string =>
  siteFixture('xiaoyuzhou-episode.html').replace(from, to);
const nextData = (data: unknown): string =>
  `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script>`;

describe('XiaoyuzhouExtractor', () => {
  it('reads the data embedded in a page', async () => {
    world.answers.set(EPISODE, page());
    const item = await itemAt(xiaoyuzhou, EPISODE);
    expect(item).toMatchObject({
      pageUrl: EPISODE,
      title: 'E12 潮汐与港口',
      series: '港口时间',
      uploader: '港口电台',
      description: '港口如何呼吸\n\n03:20 潮汐表\n59:01 问答',
      durationSeconds: 3590,
      thumbnailUrl: 'https://image.xyzcdn.net/episode.png',
      chapters: [
        { title: '开场', startSeconds: 0 },
        { title: '潮汐表', startSeconds: 200 },
        { title: '问答', startSeconds: 3541 },
      ],
    });
    expect(item.formats).toMatchObject([
      {
        url: 'https://media.xyzcdn.net/6600000000000000000000aa/key.m4a',
        ext: 'm4a',
        video: 'no',
        audio: 'yes',
        sizeBytes: 57_440_000,
      },
    ]);
  });

  it('falls back to JSON-LD', async () => {
    world.answers.set(EPISODE, siteFixture('xiaoyuzhou-linked.html'));
    await expect(itemAt(xiaoyuzhou, EPISODE)).resolves.toMatchObject({
      title: 'E12 潮汐与港口',
      series: '港口时间',
      durationSeconds: 3540,
      thumbnailUrl: 'https://image.xyzcdn.net/og.png',
      formats: [{ url: 'https://media.xyzcdn.net/6600000000000000000000aa/linked.m4a' }],
    });
  });

  it.each([
    ['without JSON-LD', siteFixture('xiaoyuzhou-linked.html').replace('application/ld+json', 'x')],
    ['with malformed JSON-LD', siteFixture('xiaoyuzhou-linked.html').replace('"@context"', '@')],
    ['whose JSON-LD has no file', siteFixture('xiaoyuzhou-linked.html').replace('contentUrl', 'x')],
  ])('falls back to the player in a page %s', async (_given, html) => {
    world.answers.set(EPISODE, html);
    await expect(itemAt(xiaoyuzhou, EPISODE)).resolves.toMatchObject({
      title: 'E12 潮汐与港口',
      description: '港口如何呼吸',
      formats: [{ url: 'https://media.xyzcdn.net/6600000000000000000000aa/player.m4a' }],
    });
  });

  it('uses the first of several files in JSON-LD', async () => {
    const html = siteFixture('xiaoyuzhou-linked.html').replace(
      /"associatedMedia"\s*:\s*(\{[^}]*\})/,
      '"associatedMedia": [$1, 7]',
    );
    expect(html).toContain('[{');
    world.answers.set(EPISODE, html);
    await expect(itemAt(xiaoyuzhou, EPISODE)).resolves.toMatchObject({
      formats: [{ url: 'https://media.xyzcdn.net/6600000000000000000000aa/linked.m4a' }],
    });
  });

  it('reads a podcast as a list', async () => {
    world.answers.set(PODCAST, siteFixture('xiaoyuzhou-podcast.html'));
    const found = await xiaoyuzhou.extract(
      { url: PODCAST, platform: null },
      new AbortController().signal,
    );
    expect(found).toMatchObject({
      kind: 'list',
      title: '港口时间',
      uploader: '港口电台',
      total: 13,
      entries: [
        {
          url: 'https://www.xiaoyuzhoufm.com/episode/6600000000000000000000e2',
          title: 'E13 灯塔',
          durationSeconds: 1800,
          thumbnailUrl: 'https://image.xyzcdn.net/podcast.png',
        },
        { url: EPISODE, title: 'E12 潮汐与港口' },
      ],
    });
  });

  it.each<[given: string, answer: SiteAnswer, code: string]>([
    ['a private episode', page('"isPrivateMedia":false', '"isPrivateMedia":true'), 'MEDIA_PRIVATE'],
    ['a paid episode', page('"payType":"FREE"', '"payType":"PAY_EPISODE"'), 'PAYMENT_REQUIRED'],
    [
      'another episode',
      page('"eid":"6600000000000000000000e1"', '"eid":"6600000000000000000000e2"'),
      'EXTRACT_FAILED',
    ],
    ['a status of 404', status(404, 'text/html'), 'MEDIA_REMOVED'],
    ['a 404 in its data', nextData({ props: { pageProps: { statusCode: 404 } } }), 'MEDIA_REMOVED'],
    ['data without an episode', nextData({ props: { pageProps: {} } }), 'MEDIA_REMOVED'],
    [
      'an episode without a file',
      nextData({ props: { pageProps: { episode: { title: 'T' } } } }),
      'NO_MEDIA',
    ],
    ['data in another form', nextData([1, 2]), 'NO_MEDIA'],
    ['a page without data', '<title>T</title>', 'NO_MEDIA'],
    ['a redirect to a private address', redirectTo('http://192.168.0.1/'), 'ADDRESS_NOT_ALLOWED'],
    [
      'a script as the file',
      '<meta property="og:audio" content="javascript:alert(1)">',
      'NO_MEDIA',
    ],
  ])('fails for %s', async (_given, answer, code) => {
    world.answers.set(EPISODE, answer);
    expect(await failureAt(xiaoyuzhou, EPISODE)).toBe(code);
  });

  it('does not accept a podcast other than the requested one', async () => {
    const other = PODCAST.replace('aa', 'ab');
    world.answers.set(other, siteFixture('xiaoyuzhou-podcast.html'));
    expect(await failureAt(xiaoyuzhou, other)).toBe('EXTRACT_FAILED');
  });
});
