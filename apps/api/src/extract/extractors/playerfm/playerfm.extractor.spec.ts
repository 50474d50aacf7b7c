import { failureAt, itemAt } from '../../testing/extracting.js';
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
    ['another address for a file', reply({ url: 'file:///etc/passwd' }), 'NO_MEDIA'],
    ['an address within', reply({ url: 'http://[::1]/a.mp3' }), 'ADDRESS_NOT_ALLOWED'],
    ['a page', redirectTo(PAGE), 'EXTRACT_FAILED'],
    ['404', status(404), 'MEDIA_REMOVED'],
    [
      '404 of a page, as when there is no JSON any more',
      status(404, 'text/html'),
      'EXTRACT_FAILED',
    ],
  ])('%s: %s', async (_given, answer, code) => {
    world.answers.set(`${PAGE}.json`, answer);
    world.answers.set(PAGE, '<title>Player FM</title>');
    expect(await failureAt(playerfm, PAGE)).toBe(code);
  });
});
