import { failureAt, foundAt, itemAt } from '../../testing/extracting.js';
import { siteFixture, SiteWorld, status } from '../../testing/site-world.js';
import type { EntryRef } from '../../source-info.js';
import { FeedExtractor } from './feed.extractor.js';
import { withoutDeadlines } from '../../../infra/testing/without-deadlines.js';

const FEED = 'https://feeds.example/harbour.xml';

let world: SiteWorld;
let feeds: FeedExtractor;
beforeAll(async () => {
  world = await SiteWorld.open();
  feeds = new FeedExtractor(world.feeds);
});
afterAll(() => world.close());
beforeEach(() => world.answers.clear());

const feed = (): string => siteFixture('podcast-feed.xml');
const entriesOf = async (): Promise<readonly EntryRef[]> => {
  const found = await foundAt(feeds, FEED);
  return found.kind === 'list' ? found.entries : [];
};

withoutDeadlines();

describe('FeedExtractor', () => {
  it.each([
    [FEED, true],
    ['https://a.example/podcast/feed/', true],
    ['https://feeds.soundcloud.com/users/soundcloud:users:1/sounds.rss', true],
    ['https://a.example/feedback', false],
    ['https://a.example/x?u=b.xml', false],
  ])('accepts %s: %s', (url, expected) => {
    expect(feeds.canHandle({ url, platform: null })).toBe(expected);
  });

  it("lists the episodes newest first, with the feed's data about each", async () => {
    const [first = '', second = ''] = feed().match(/ {4}<item>.*?<\/item>\n/gs) ?? [];
    world.answers.set(
      FEED,
      feed()
        .replace(first, '')
        .replace(second, second + first),
    );
    const found = await foundAt(feeds, FEED);
    expect(found).toMatchObject({
      kind: 'list',
      title: 'The Harbour Hour',
      uploader: 'Harbour Radio',
      thumbnailUrl: 'https://media.example/harbour.jpg',
      total: 2,
      entries: [
        { title: 'Lighthouses', durationSeconds: 1800 },
        { title: 'Tides & Harbours', thumbnailUrl: 'https://media.example/harbour-12.jpg' },
      ],
    });
  });

  it.each([
    ['<enclosure url="/1.mp3" type="audio/mpeg"/>', true],
    ['<enclosure url="/1.MP3?x=1.mp4"/>', true],
    ['<enclosure url="/1.mp4" type="Video/mp4"/>', false],
    ['<enclosure url="/1.mp3" type="video/mp4"/>', false],
    ['<enclosure url="/1"/>', false],
  ])('states whether an episode with %s is audio: %s', async (file, isAudio) => {
    const items = ['a', 'b'].map((id) => `<item><guid>${id}</guid>${file}</item>`).join('');
    world.answers.set(FEED, `<rss><channel><title>Show</title>${items}</channel></rss>`);
    expect((await entriesOf()).map((entry) => entry.isAudio)).toEqual([isAudio, isAudio]);
  });

  it('finds an episode by its id after it has moved in the feed', async () => {
    world.answers.set(FEED, feed());
    const [, second] = await entriesOf();
    const newer = `<item><title>New</title><guid>n</guid><enclosure url="/n.mp3"/></item>`;
    world.answers.set(FEED, feed().replace('<item>', `${newer}<item>`));
    expect(await entriesOf()).toHaveLength(3);
    await expect(itemAt(feeds, second?.url ?? '')).resolves.toMatchObject({
      pageUrl: second?.url,
      title: 'Tides & Harbours',
      series: 'The Harbour Hour',
    });
    world.answers.set(FEED, feed().replaceAll('harbour-12', 'gone'));
    expect(await failureAt(feeds, second?.url ?? '')).toBe('MEDIA_REMOVED');
  });

  it('treats a single episode as an item', async () => {
    world.answers.set(FEED, feed().replace(/<item>.*?<\/item>/s, ''));
    await expect(itemAt(feeds, FEED)).resolves.toMatchObject({ title: 'Tides & Harbours' });
  });

  it('distinguishes items with the same id', async () => {
    world.answers.set(FEED, feed().replaceAll('harbour-13', 'harbour-12'));
    expect(new Set((await entriesOf()).map(({ url }) => url)).size).toBe(2);
  });

  it.each([
    ['an HTML page', '<h1>x</h1>', 'EXTRACT_FAILED'],
    ['a feed without media', feed().replaceAll('<enclosure', '<x'), 'NO_MEDIA'],
    ['a refusal', status(403), 'EXTRACT_FAILED'],
  ])('rejects %s with %s', async (_, answer, code) => {
    world.answers.set(FEED, answer);
    expect(await failureAt(feeds, FEED)).toBe(code);
  });
});
