import { siteFixture } from '../../testing/site-world.js';
import { readFeed } from './read-feed.js';

async function* pieces(text: string, size = 1000): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) {
    yield await Promise.resolve(text.slice(at, at + size));
  }
}

const rss = (items: string, head = ''): string =>
  `${head}<rss><channel><title>T</title>${items}</channel></rss>`;
const all = (): boolean => true;
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'read',
    (error: { code?: string }) => error.code ?? 'another error',
  );

describe('readFeed', () => {
  it.each([1, 7, 100_000])('reads a feed in chunks of %d characters', async (size) => {
    const feed = await readFeed(pieces(siteFixture('podcast-feed.xml'), size), all);
    expect(feed).toEqual({
      title: 'The Harbour Hour',
      author: 'Harbour Radio',
      language: 'en-gb',
      imageUrl: 'https://media.example/harbour.jpg',
      items: [
        expect.objectContaining({
          guid: 'harbour-13',
          durationSeconds: 1800,
          chapters: [
            { title: 'Opening', startSeconds: 0 },
            { title: 'Lamps & lenses', startSeconds: 630.5 },
          ],
        }),
        {
          guid: 'harbour-12',
          titles: ['Tides &amp; Harbours', 'Tides and Harbours'],
          author: null,
          description: '<p>How a harbour <b>breathes</b>.</p><script>alert(1)</script>',
          imageUrl: 'https://media.example/harbour-12.jpg',
          durationSeconds: 4321,
          seasonNumber: 2,
          episodeNumber: 12,
          publishedAt: Date.UTC(2026, 4, 30, 15),
          enclosures: [
            {
              url: 'https://media.example/harbour/12.mp3',
              mediaType: 'audio/mpeg',
              sizeBytes: 69_145_600,
            },
          ],
          chaptersUrl: 'https://media.example/harbour/12.chapters.json',
          chapters: [],
          transcripts: [
            {
              url: 'https://media.example/harbour/12.vtt',
              mediaType: 'text/vtt',
              language: null,
            },
            {
              url: 'https://media.example/harbour/12.de.srt',
              mediaType: 'application/x-subrip',
              language: 'de',
            },
          ],
        },
      ],
    });
  });

  it('keeps only the wanted episodes out of 5000', async () => {
    const items = Array.from({ length: 5000 }, (_, at) => `<item><guid>${at}</guid></item>`);
    const feed = await readFeed(pieces(rss(items.join('')), 65_536), ({ guid }) => guid === '4711');
    expect(feed.items.map(({ guid }) => guid)).toEqual(['4711']);
  });

  it('keeps no more matches than a link can refer to', async () => {
    const feed = await readFeed(pieces(rss('<item></item>'.repeat(5000)), 65_536), all);
    expect(feed.items).toHaveLength(50);
  });

  it('does not expand entities of the document', async () => {
    const bomb = `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    const feed = await readFeed(pieces(rss('<item><guid>&b;&x;&amp;</guid></item>', bomb)), all);
    expect(feed.items[0]?.guid).toBe('&b;&x;&');
  });

  it('truncates text that is too long for show notes', async () => {
    const item = `<item><description>${'x'.repeat(1_000_000)}</description></item>`;
    const feed = await readFeed(pieces(rss(item), 65_536), all);
    expect(feed.items[0]?.description?.length).toBeLessThanOrEqual(200_000);
  });

  it('reads the media of feeds without enclosures, and RSS images', async () => {
    const item = '<item><media:content url="https://m.example/a.mp3" fileSize="20000"/></item>';
    const feed = await readFeed(
      pieces(rss(`<image><url> https://m.example/a.jpg </url></image>${item}`)),
      all,
    );
    expect(feed.imageUrl).toBe('https://m.example/a.jpg');
    expect(feed.items[0]?.enclosures).toEqual([
      { url: 'https://m.example/a.mp3', mediaType: null, sizeBytes: 20_000 },
    ]);
  });

  it.each([
    ['<itunes:duration>1h 2m 3s</itunes:duration>', { durationSeconds: 3723 }],
    ['<itunes:duration>PT31M</itunes:duration>', { durationSeconds: 1860 }],
    ['<author>jane@a.example (Jane Doe)</author>', { author: 'Jane Doe' }],
    [
      '<itunes:author>jane@a.example</itunes:author><dc:creator>Jane</dc:creator>',
      { author: 'Jane' },
    ],
  ])('parses %s', async (elements, item) => {
    const feed = await readFeed(pieces(rss(`<item>${elements}</item>`)), all);
    expect(feed.items[0]).toMatchObject(item);
  });

  it.each([
    ['an HTML page', '<!doctype html><title>Not found</title>', 'EXTRACT_FAILED'],
    ['nothing', '', 'EXTRACT_FAILED'],
    ['deeply nested elements', rss('<a>'.repeat(2000)), 'EXTRACT_FAILED'],
    ['more episodes than any show', rss('<item/>'.repeat(20_001)), 'EXTRACT_FAILED'],
    ['a truncated feed', '<rss><channel><item><title>A', 'read'],
    [
      'invalid numbers',
      rss('<item><enclosure length="-1"/><itunes:duration>x</itunes:duration></item>'),
      'read',
    ],
  ])('handles %s: %s', async (_given, text, code) => {
    expect(await codeOf(readFeed(pieces(text, 65_536), all))).toBe(code);
  });
});
