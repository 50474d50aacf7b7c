import { failureAt, foundAt, itemAt } from '../../testing/extracting.js';
import {
  redirectTo,
  type SiteAnswer,
  siteFixture,
  siteJson,
  SiteWorld,
  status,
} from '../../testing/site-world.js';
import { offersOf } from '../../formats/offers.js';
import { CastboxExtractor } from './castbox.extractor.js';

const EPISODE = 'https://castbox.fm/episode/Tides-Harbours-id5000001-id700000001';
const SHORT = 'https://castbox.fm/x/3NaXQ';
const API = 'https://everest.castbox.fm/data/episode/v4?eid=700000001';

let world: SiteWorld;
let castbox: CastboxExtractor;
beforeAll(async () => {
  world = await SiteWorld.open();
  castbox = new CastboxExtractor(world.pages);
});
afterAll(() => world.close());
beforeEach(() => {
  world.answers.clear();
  world.asked.length = 0;
});

function reply(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { data, ...rest } = siteJson('castbox-episode.json');
  return { ...rest, data: { ...(data as object), ...changes } };
}

describe('CastboxExtractor', () => {
  it.each([
    EPISODE,
    `${EPISODE}?country=us`,
    'https://castbox.fm/ep/700000001',
    'https://www.castbox.fm/vb/700000001/',
    'https://castbox.fm/app/castbox/player/id5000001/id700000001',
  ])('reads %s', async (url) => {
    world.answers.set(API, reply());
    const item = await itemAt(castbox, url);
    expect(world.asked).toEqual([API]);
    expect(item).toMatchObject({
      pageUrl: url,
      title: 'Tides & Harbours',
      series: 'The Harbour Hour',
      uploader: 'Harbour Radio',
      description:
        'How a harbour breathes.\n\n00:00 Opening\n12:30 The tide table\n1:02:05 Questions',
      durationSeconds: 4321,
      thumbnailUrl: 'https://s3.castbox.fm/big/harbour.jpg',
      chapters: [
        { title: 'Opening', startSeconds: 0 },
        { title: 'The tide table', startSeconds: 750 },
        { title: 'Questions', startSeconds: 3725 },
      ],
    });
    expect(item.formats).toMatchObject([
      {
        url: 'https://media.example/harbour/700000001.mp3?source=feed',
        protocol: 'file',
        ext: 'mp3',
        video: 'no',
        audio: 'yes',
        acodec: null,
        sizeBytes: 69_145_600,
        sizeIsEstimate: true,
      },
      { url: 'https://mirror.example/700000001.mp3' },
    ]);
    expect(offersOf(item)).toMatchObject([{ kind: 'direct', main: item.formats[0] }]);
  });

  it.each<[by: string, answer: SiteAnswer]>([
    ['the page itself', siteFixture('castbox-short.html')],
    ['a redirect', redirectTo(EPISODE)],
    ['a redirect to another form of link', redirectTo('https://castbox.fm/vb/700000001')],
  ])('resolves a short link with %s', async (_by, answer) => {
    world.answers.set(SHORT, answer);
    world.answers.set(EPISODE, '<p>');
    world.answers.set('https://castbox.fm/vb/700000001', '<p>');
    world.answers.set(API, reply());
    await expect(itemAt(castbox, SHORT)).resolves.toMatchObject({ title: 'Tides & Harbours' });
  });

  it.each<[given: string, answer: SiteAnswer]>([
    ['another site', redirectTo('https://other.example/ep/700000001')],
    [
      'a page that refers to another site',
      '<meta property="og:url" content="https://x.example/ep/7">',
    ],
    ['a channel', redirectTo('https://castbox.fm/channel/The-Harbour-Hour-id5000001')],
  ])('finds no episode for a short link to %s', async (_given, answer) => {
    world.answers.set(SHORT, answer);
    world.answers.set('https://other.example/ep/700000001', '<p>');
    world.answers.set('https://castbox.fm/channel/The-Harbour-Hour-id5000001', '<p>');
    expect(await failureAt(castbox, SHORT)).toBe('EXTRACT_FAILED');
  });

  it('recognizes a video', async () => {
    world.answers.set(API, reply({ video: 1, url: 'https://media.example/v', urls: null }));
    const { formats } = await itemAt(castbox, EPISODE);
    expect(formats).toMatchObject([{ ext: 'mp4', video: 'yes', audio: 'unknown' }]);
  });

  it('limits the number of mirrors', async () => {
    const urls = Array.from({ length: 2000 }, (_, at) => `https://m.example/${at}`);
    world.answers.set(API, reply({ urls }));
    expect((await itemAt(castbox, EPISODE)).formats).toHaveLength(20);
  });

  it('tolerates unexpected values', async () => {
    const odd = {
      title: 7,
      duration: 'long',
      size: -1,
      author: '',
      channel: 'none',
      urls: [1, {}],
    };
    world.answers.set(
      API,
      reply({ ...odd, big_cover_url: 'javascript:alert(1)', eid: '700000001' }),
    );
    const item = await itemAt(castbox, EPISODE);
    expect(item).toMatchObject({
      title: expect.stringMatching(/./) as string,
      uploader: null,
      durationSeconds: null,
      thumbnailUrl: 'https://s3.castbox.fm/mid/harbour.jpg',
      formats: [{ sizeBytes: null }],
    });
  });

  it.each<[given: string, answer: SiteAnswer, code: string]>([
    ['no data', { code: 0, data: null }, 'MEDIA_REMOVED'],
    ['empty data', { code: 0, data: {} }, 'MEDIA_REMOVED'],
    ['its error message', { code: 101, msg: 'episode not found' }, 'MEDIA_REMOVED'],
    ['a refusal in the reply', { code: 401, msg: 'sign error', data: null }, 'EXTRACT_FAILED'],
    ['a status of 404', status(404), 'MEDIA_REMOVED'],
    ['a private episode', reply({ private: true, url: null, urls: [] }), 'MEDIA_PRIVATE'],
    ['a private episode with a URL', reply({ private: 1 }), 'MEDIA_PRIVATE'],
    ['another episode', reply({ eid: 700000002 }), 'EXTRACT_FAILED'],
    ['no URL', reply({ url: '', urls: [] }), 'NO_MEDIA'],
    ['a script as the URL', reply({ url: 'javascript:alert(1)', urls: [] }), 'NO_MEDIA'],
    ['a local file as the URL', reply({ url: 'file:///etc/passwd', urls: [] }), 'NO_MEDIA'],
    ['plain text', 'hello', 'EXTRACT_FAILED'],
    ['a list', (response) => response.writeHead(200).end('[]'), 'EXTRACT_FAILED'],
    ['a status of 403', status(403), 'SOURCE_BLOCKED'],
    ['a broken server', status(502), 'SOURCE_FAILED'],
  ])('fails for %s', async (_given, answer, code) => {
    world.answers.set(API, answer);
    expect(await failureAt(castbox, EPISODE)).toBe(code);
  });

  it('lists the latest episodes of a channel without the private ones', async () => {
    const channel = 'https://castbox.fm/channel/The-Harbour-Hour-id5000001';
    const list =
      'https://everest.castbox.fm/data/episode_list/v2?cid=5000001&skip=0&limit=100&ascending=0&web=1';
    const episode = { eid: 700000001, title: 'Tides', duration: 4_321_000, private: false };
    world.answers.set(channel, '<meta property="og:title" content="The Harbour Hour">');
    world.answers.set(list, {
      data: {
        episode_count: 60,
        episode_list: [
          { ...episode, release_date: '2026-05-30T15:00:00Z', cover_url: '//media.example/12.jpg' },
          { ...episode, eid: 700000002, private: true },
          { ...episode, eid: '../1' },
          { ...episode, eid: null, episode_id: '700000003', release_date: '2026-06-06T15:00:00Z' },
          'text',
        ],
      },
    });
    await expect(foundAt(castbox, channel)).resolves.toMatchObject({
      title: 'The Harbour Hour',
      total: 60,
      entries: [
        { url: 'https://castbox.fm/ep/700000003', title: 'Tides', durationSeconds: 4321 },
        { url: 'https://castbox.fm/ep/700000001', thumbnailUrl: 'https://media.example/12.jpg' },
      ],
    });
    world.answers.set(channel, status(500));
    await expect(foundAt(castbox, channel)).resolves.toMatchObject({ title: '' });
    world.answers.set(list, { data: { episode_list: 'none' } });
    expect(await failureAt(castbox, channel)).toBe('NO_MEDIA');
    world.answers.set(list, { data: null });
    expect(await failureAt(castbox, channel)).toBe('EXTRACT_FAILED');
    world.answers.set(list, (response) => response.writeHead(200).end('[]'));
    expect(await failureAt(castbox, channel)).toBe('EXTRACT_FAILED');
  });
});
