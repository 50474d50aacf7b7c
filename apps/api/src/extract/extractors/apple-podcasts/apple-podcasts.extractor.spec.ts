import { failureAt, itemAt } from '../../testing/extracting.js';
import {
  type SiteAnswer,
  siteFixture,
  siteJson,
  SiteWorld,
  status,
} from '../../testing/site-world.js';
import { ApplePodcastsExtractor } from './apple-podcasts.extractor.js';
import { withoutDeadlines } from '../../../infra/testing/without-deadlines.js';

const PAGE = 'https://podcasts.apple.com/gb/podcast/tides-harbours/id1100000001?i=1000700000012';
const LOOKUP =
  'https://itunes.apple.com/lookup?id=1100000001&entity=podcastEpisode&limit=200&country=gb';
const FEED = 'https://feeds.example/harbour.xml';
const CHAPTERS = 'https://media.example/harbour/12.chapters.json';

let world: SiteWorld;
let apple: ApplePodcastsExtractor;
beforeAll(async () => {
  world = await SiteWorld.open();
  apple = new ApplePodcastsExtractor(world.pages, world.itunes, world.feeds);
});
afterAll(() => world.close());
beforeEach(() => {
  world.answers.clear();
  world.asked.length = 0;
  world.ways.length = 0;
});

function lookup(...episodeIds: number[]): Record<string, unknown> {
  const reply = siteJson('itunes-lookup.json');
  const results = reply['results'] as { trackId: number; kind: string }[];
  const kept = results.filter(
    ({ trackId, kind }) => kind === 'podcast' || episodeIds.includes(trackId),
  );
  return { ...reply, results: kept };
}

withoutDeadlines();

describe('ApplePodcastsExtractor', () => {
  it('resolves relative URLs in a feed', async () => {
    world.answers.set(LOOKUP, lookup(1000700000012));
    const feed = siteFixture('podcast-feed.xml')
      .replaceAll('https://media.example/harbour/12.mp3', '/files/12.mp3')
      .replaceAll('https://media.example/harbour-12.jpg', '//media.example/cover.jpg');
    world.answers.set(FEED, feed);
    await expect(itemAt(apple, PAGE)).resolves.toMatchObject({
      formats: [{ url: 'https://feeds.example/files/12.mp3' }],
      thumbnailUrl: 'https://media.example/cover.jpg',
    });
  });

  it("returns the feed's data about an episode", async () => {
    world.answers.set(LOOKUP, lookup(1000700000012, 1000700000013));
    world.answers.set(FEED, siteFixture('podcast-feed.xml'));
    world.answers.set(CHAPTERS, siteJson('podcast-chapters.json'));
    await expect(itemAt(apple, PAGE)).resolves.toMatchObject({
      pageUrl: PAGE,
      title: 'Tides & Harbours',
      series: 'The Harbour Hour',
      uploader: 'Harbour Radio',
      description: 'How a harbour breathes.',
      seasonNumber: 2,
      episodeNumber: 12,
      durationSeconds: 4321,
      thumbnailUrl: 'https://media.example/harbour-12.jpg',
      chapters: [
        { title: 'Opening', startSeconds: 0 },
        { title: 'The tide table', startSeconds: 750.5 },
      ],
      formats: [{ url: 'https://media.example/harbour/12.mp3', ext: 'mp3', sizeBytes: 69_145_600 }],
    });
    expect(world.asked).toEqual([LOOKUP, FEED, CHAPTERS]);
    // All requests use the site's proxy, even requests to other hosts.
    expect(world.ways).toEqual(Array<string>(3).fill('apple-podcasts'));
  });

  it.each<[given: string, answer: SiteAnswer]>([
    ['is gone', status(404)],
    ['is not a feed', '<title>Buy this domain</title>'],
    ['lacks the episode', '<rss><channel><item><title>Pilot</title></item></channel></rss>'],
    [
      'names only a private address',
      siteFixture('podcast-feed.xml').replaceAll('media.example/harbour/', '10.0.0.1/harbour/'),
    ],
    ['never ends', (response) => response.writeHead(200).flushHeaders()],
  ])('falls back to the directory when the feed %s', async (given, answer) => {
    world.answers.set(LOOKUP, lookup(1000700000012));
    world.answers.set(FEED, answer);
    const never = given === 'never ends';
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    if (never) {
      const { signal } = new AbortController();
      // The extraction itself is in time; only the feed is late.
      timeout
        .mockReturnValueOnce(signal)
        .mockReturnValueOnce(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
    }
    await expect(itemAt(apple, PAGE)).resolves.toMatchObject({
      title: 'Tides & Harbours',
      series: 'The Harbour Hour',
      uploader: 'Harbour Radio',
      durationSeconds: 4321,
      thumbnailUrl:
        'https://is1-ssl.mzstatic.com/image/thumb/Podcasts/harbour-12.jpg/1200x1200bb.jpg',
      formats: [{ url: 'https://media.example/harbour/12.mp3' }],
    });
    timeout.mockRestore();
  });

  it('uses the page of an older episode to find it in the feed', async () => {
    world.answers.set(LOOKUP, lookup(1000700000013));
    world.answers.set(PAGE, siteFixture('apple-episode.html'));
    world.answers.set(FEED, siteFixture('podcast-feed.xml'));
    await expect(itemAt(apple, PAGE)).resolves.toMatchObject({
      title: 'Tides & Harbours',
      episodeNumber: 12,
    });
  });

  it.each<[given: string, answer: SiteAnswer, page: SiteAnswer, code: string]>([
    [
      'a podcast that is not in the directory',
      { resultCount: 0, results: [] },
      siteFixture('apple-episode.html'),
      'NO_MEDIA',
    ],
    ["a page without the episode's title", lookup(), '<title>T</title>', 'NO_MEDIA'],
    [
      'a title that the feed lacks',
      lookup(),
      siteFixture('apple-episode.html').replaceAll('Tides', 'Ebbs'),
      'NO_MEDIA',
    ],
    ['a page that answers 404', lookup(), status(404, 'text/html'), 'MEDIA_REMOVED'],
    ['a directory that refuses us', status(403), '', 'EXTRACT_FAILED'],
    ['a directory that is down', status(503), '', 'SOURCE_FAILED'],
  ])('fails for %s', async (_given, answer, page, code) => {
    world.answers.set(LOOKUP, answer);
    world.answers.set(PAGE, page);
    world.answers.set(FEED, siteFixture('podcast-feed.xml'));
    expect(await failureAt(apple, PAGE)).toBe(code);
  });
});
