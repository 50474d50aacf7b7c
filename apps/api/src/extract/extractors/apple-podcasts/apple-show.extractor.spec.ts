import { failureAt, foundAt } from '../../testing/extracting.js';
import { siteJson, SiteWorld } from '../../testing/site-world.js';
import { AppleShowExtractor } from './apple-show.extractor.js';

const SHOW = 'https://podcasts.apple.com/gb/podcast/tides-harbours/id1100000001';
const LOOKUP =
  'https://itunes.apple.com/lookup?id=1100000001&entity=podcastEpisode&limit=200&country=gb';

let world: SiteWorld;
let shows: AppleShowExtractor;
beforeAll(async () => {
  world = await SiteWorld.open();
  shows = new AppleShowExtractor(world.itunes);
});
afterAll(() => world.close());

describe('AppleShowExtractor', () => {
  it.each([
    [SHOW, true],
    ['https://podcasts.apple.com/podcast/id1100000001', true],
    [`${SHOW}?i=1000700000012`, false],
    [`${SHOW}?i=`, false],
    ['https://podcasts.apple.com/gb/charts', false],
    ['https://evil.example/gb/podcast/id1100000001', false],
  ])('accepts %s: %s', (url, expected) => {
    expect(shows.canHandle({ url, platform: null })).toBe(expected);
  });

  it('lists the latest episodes with links to their pages, newest first', async () => {
    const reply = siteJson('itunes-lookup.json');
    const [show, ...episodes] = reply['results'] as Record<string, unknown>[];
    const odd = { ...episodes[0], trackId: '../x' };
    world.answers.set(LOOKUP, {
      results: [{ ...show, trackCount: 340 }, ...[...episodes, odd].reverse()],
    });
    const page = 'https://podcasts.apple.com/gb/podcast/id1100000001';
    await expect(foundAt(shows, SHOW)).resolves.toMatchObject({
      kind: 'list',
      title: 'The Harbour Hour',
      uploader: 'Harbour Radio',
      total: 340,
      entries: [
        { url: `${page}?i=1000700000013`, title: 'Lighthouses', durationSeconds: 1800 },
        { url: `${page}?i=1000700000012`, title: 'Tides & Harbours', durationSeconds: 4321 },
      ],
    });
  });

  it('reports a show that is not in the directory as removed', async () => {
    world.answers.set(LOOKUP, { results: [] });
    expect(await failureAt(shows, SHOW)).toBe('MEDIA_REMOVED');
  });
});
