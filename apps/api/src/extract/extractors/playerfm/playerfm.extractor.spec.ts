import { failureAt, foundAt, itemAt } from '../../testing/extracting.js';
import {
  redirectTo,
  type SiteAnswer,
  siteJson,
  SiteWorld,
  status,
} from '../../testing/site-world.js';
import { PlayerfmExtractor } from './playerfm.extractor.js';

const PAGE = 'https://player.fm/series/the-harbour-hour/tides-and-harbours';
const reply = (changes: Record<string, unknown> = {}): Record<string, unknown> =>
  siteJson('playerfm-episode.json', changes);

let world: SiteWorld;
let playerfm: PlayerfmExtractor;
beforeAll(async () => {
  world = await SiteWorld.open();
  playerfm = new PlayerfmExtractor(world.pages);
});
afterAll(() => world.close());
beforeEach(() => world.answers.clear());

describe('PlayerfmExtractor', () => {
  it('reads an episode', async () => {
    world.answers.set(`${PAGE}.json`, reply());
    await expect(itemAt(playerfm, PAGE)).resolves.toMatchObject({
      title: 'Tides & Harbours',
      series: 'The Harbour Hour',
      uploader: 'Harbour Radio',
      description: 'How a harbour breathes.',
      durationSeconds: 4321,
      thumbnailUrl: 'https://cdn.player.fm/images/1/episode/512.jpg',
      formats: [{ url: 'https://media.example/harbour/12.mp3', sizeBytes: 69_145_600 }],
    });
  });

  it.each<[given: string, answer: SiteAnswer, code: string]>([
    ['a series', { id: 1, title: 'The Harbour Hour' }, 'NO_MEDIA'],
    ['a local file as the URL', reply({ url: 'file:///etc/passwd' }), 'NO_MEDIA'],
    ['an HTML page', redirectTo(PAGE), 'EXTRACT_FAILED'],
    ['a status of 404', status(404), 'MEDIA_REMOVED'],
    [
      'a 404 in HTML, which means that there is no JSON anymore',
      status(404, 'text/html'),
      'EXTRACT_FAILED',
    ],
  ])('fails for %s', async (_given, answer, code) => {
    world.answers.set(`${PAGE}.json`, answer);
    world.answers.set(PAGE, '<title>Player FM</title>');
    expect(await failureAt(playerfm, PAGE)).toBe(code);
  });

  it('lists the latest episodes of a series with links to their pages', async () => {
    const series = 'https://player.fm/series/the-harbour-hour';
    const json = `${series}.json?episode_detail=full&episode_order=newest&episode_limit=200`;
    const image = { url: 'https://cdn.player.fm/1.jpg' };
    world.answers.set(json, {
      ...{ title: 'The Harbour Hour', slug: 'the-harbour-hour', author: 'Harbour Radio', image },
      stats: { numberOfEpisodes: 200 },
      episodes: [
        { title: 'Tides', slug: 'tides-and-harbours', duration: 4321, publishedAt: 1780153200 },
        { title: 'Lighthouses', slug: 'lighthouses', publishedAt: 1780758000, image },
        { title: 'Elsewhere', slug: '../../x?y#z' },
      ],
    });
    expect(playerfm.canHandle({ url: series, platform: null })).toBe(true);
    await expect(foundAt(playerfm, series)).resolves.toMatchObject({
      title: 'The Harbour Hour',
      uploader: 'Harbour Radio',
      total: 200,
      entries: [
        { url: `${series}/lighthouses`, thumbnailUrl: image.url, durationSeconds: null },
        { url: PAGE, title: 'Tides', durationSeconds: 4321 },
      ],
    });
    world.answers.set(json, reply());
    expect(await failureAt(playerfm, series)).toBe('NO_MEDIA');
  });
});
