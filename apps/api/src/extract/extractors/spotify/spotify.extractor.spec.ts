import { failureAt, foundAt, itemAt } from '../../testing/extracting.js';
import {
  type SiteAnswer,
  siteFixture,
  siteJson,
  SiteWorld,
  status,
} from '../../testing/site-world.js';
import { ItunesClient } from '../itunes/itunes-client.js';
import { SpotifyExtractor } from './spotify.extractor.js';

const PAGE = 'https://open.spotify.com/episode/7cSXcf4bJOalk8Hf9cwE57';
const OEMBED = `https://open.spotify.com/oembed?${String(new URLSearchParams({ url: PAGE }))}`;
const SEARCH =
  'https://itunes.apple.com/search?term=The+Harbour+Hour&media=podcast&entity=podcast&limit=25';
const FEED = 'https://feeds.example/harbour.xml';
const NAMESAKE = 'https://feeds.example/namesake.xml';

let world: SiteWorld;
let spotify: SpotifyExtractor;
beforeAll(async () => {
  world = await SiteWorld.open();
});
afterAll(() => world.close());
beforeEach(() => {
  world.answers.clear();
  world.asked.length = 0;
  world.answers.set(PAGE, siteFixture('spotify-episode.html'));
  world.answers.set(OEMBED, siteJson('spotify-oembed.json'));
  world.answers.set(SEARCH, siteJson('itunes-search.json'));
  world.answers.set(FEED, siteFixture('podcast-feed.xml'));
  spotify = new SpotifyExtractor(world.pages, new ItunesClient(world.pages), world.feeds);
});

const page = (...[from, to]: [string | RegExp, string]): string =>
  siteFixture('spotify-episode.html').replace(from, to);
const bare = (description: string): string =>
  `<title>Spotify</title><meta property="og:title" content="Tides &amp; Harbours"><meta property="og:description" content="${description}">`;
const twins = {
  results: [FEED, NAMESAKE].map((feedUrl) => ({ collectionName: 'The Harbour Hour', feedUrl })),
};

describe('SpotifyExtractor', () => {
  it('finds an episode in the public feed of its podcast', async () => {
    await expect(itemAt(spotify, PAGE)).resolves.toMatchObject({
      pageUrl: PAGE,
      title: 'Tides & Harbours',
      series: 'The Harbour Hour',
      seasonNumber: 2,
      episodeNumber: 12,
      formats: [{ url: 'https://media.example/harbour/12.mp3' }],
    });
    expect(world.asked.filter((url) => url.includes('spotify')).sort()).toEqual([PAGE, OEMBED]);
  });

  it.each<[by: string, answer: SiteAnswer]>([
    ['its description', bare('The Harbour Hour · Episode')],
    [
      'its older description',
      bare('Listen to this episode from The Harbour Hour on Spotify. Notes.'),
    ],
    ['its title', page(/<meta property="og:description".*\n|<script[^]*<\/script>/g, '')],
    ['its JSON-LD and oEmbed', page(/<meta property="og:.*\n/g, '').replace('"name":', '"x":')],
  ])('identifies the podcast from %s', async (_by, answer) => {
    world.answers.set(PAGE, answer);
    await expect(itemAt(spotify, PAGE)).resolves.toMatchObject({ episodeNumber: 12 });
  });

  it('queries the directory once per podcast', async () => {
    await itemAt(spotify, PAGE);
    await itemAt(spotify, PAGE);
    expect(world.asked.filter((url) => url === SEARCH)).toHaveLength(1);
  });

  it.each<[given: string, answers: readonly (readonly [string, SiteAnswer])[], code: string]>([
    ['a podcast without a feed', [[SEARCH, { results: [] }]], 'DRM_PROTECTED'],
    [
      'podcasts with other names',
      [[SEARCH, { results: [{ collectionName: 'Harbour Hour', feedUrl: FEED }] }]],
      'DRM_PROTECTED',
    ],
    ['an episode that is not in the feed', [[PAGE, page(/Tides/g, 'Ebbs')]], 'DRM_PROTECTED'],
    [
      'another episode with the same name',
      [[PAGE, page(/4320|2026-05-30/g, '99')]],
      'DRM_PROTECTED',
    ],
    [
      'two podcasts with the same episode',
      [
        [SEARCH, twins],
        [NAMESAKE, siteFixture('podcast-feed.xml')],
      ],
      'DRM_PROTECTED',
    ],
    [
      "a page that doesn't name the podcast",
      [[PAGE, '<title>Spotify – Web Player</title>']],
      'DRM_PROTECTED',
    ],
    ['a page that answers 404', [[PAGE, status(404, 'text/html')]], 'MEDIA_REMOVED'],
    [
      'a page that is down and no oEmbed',
      [
        [PAGE, status(503)],
        [OEMBED, status(503)],
      ],
      'SOURCE_FAILED',
    ],
    ['a directory that is down', [[SEARCH, status(503)]], 'SOURCE_FAILED'],
    ['a directory that refuses us', [[SEARCH, status(403)]], 'EXTRACT_FAILED'],
    ['a feed that answers 404', [[FEED, status(404)]], 'EXTRACT_FAILED'],
    [
      'a feed at a private address',
      [
        [
          SEARCH,
          { results: [{ collectionName: 'The Harbour Hour', feedUrl: 'http://10.0.0.1/' }] },
        ],
      ],
      'EXTRACT_FAILED',
    ],
    ['two podcasts, one of which is gone', [[SEARCH, twins]], 'read'],
    [
      'two podcasts, one of which is gone, without a date',
      [
        [SEARCH, twins],
        [PAGE, bare('The Harbour Hour · Episode')],
      ],
      'DRM_PROTECTED',
    ],
  ])('fails for %s', async (_given, answers, code) => {
    answers.forEach(([url, answer]) => world.answers.set(url, answer));
    expect(await failureAt(spotify, PAGE)).toBe(code);
  });

  it.each([
    'track/4cOdK2wGLETKBW3PvgPWqT',
    'album/4cOdK2wGLETKBW3PvgPWqT',
    'intl-de/track/4cOdK2wGLETKBW3PvgPWqT',
  ])('rejects %s without any request', async (path) => {
    expect(await failureAt(spotify, `https://open.spotify.com/${path}`)).toBe('DRM_PROTECTED');
    expect(world.asked).toEqual([]);
  });

  describe('a whole podcast', () => {
    const SHOW = 'https://open.spotify.com/show/2IyZviDs8WLsVzCNamqhc2';
    const LOOKUP = 'https://itunes.apple.com/lookup?id=1100000001&entity=podcastEpisode&limit=200';
    const named = (...ids: number[]): SiteAnswer => ({
      results: ids.map((collectionId) => ({
        collectionName: 'The Harbour Hour',
        collectionId,
        feedUrl: FEED,
      })),
    });

    it("lists the episodes in Apple's directory", async () => {
      world.answers.set(SHOW, '<meta property="og:title" content="The Harbour Hour">');
      world.answers.set(SEARCH, named(1100000001));
      world.answers.set(LOOKUP, siteJson('itunes-lookup.json'));
      await expect(foundAt(spotify, SHOW)).resolves.toMatchObject({
        kind: 'list',
        title: 'The Harbour Hour',
        entries: [
          { url: 'https://podcasts.apple.com/podcast/id1100000001?i=1000700000013' },
          { title: 'Tides & Harbours' },
        ],
      });
    });

    it.each([
      ['no podcast', named()],
      ['two podcasts', named(1, 2)],
    ])('is refused if the directory has %s with that name', async (_, answer) => {
      world.answers.set(SHOW, '<meta property="og:title" content="The Harbour Hour">');
      world.answers.set(SEARCH, answer);
      expect(await failureAt(spotify, SHOW)).toBe('DRM_PROTECTED');
    });
  });
});
