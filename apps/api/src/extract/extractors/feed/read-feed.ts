import { DomainError } from '../../../infra/errors/domain-error.js';
import { type Attributes, type MarkupHandler, readMarkup } from '../page/markup.js';
import type { Feed, FeedItem } from './feed.js';
import { ItemDraft } from './feed-item.js';

/**
 * The maximum number of items in a feed. The longest-running daily shows have several thousand
 * episodes.
 */
const MAX_ITEMS = 20_000;
/** The maximum number of items that are kept. A link can refer to only a few. */
const MAX_KEPT = 50;
/** The maximum length of an element's text in characters. Show notes are the longest. */
const MAX_TEXT = 100_000;

const OF_CHANNEL = new Set(['title', 'itunes:author', 'language']);
const OF_ITEM = new Set([
  'title',
  'itunes:title',
  'guid',
  'pubDate',
  'dc:date',
  'itunes:author',
  'dc:creator',
  'author',
  'content:encoded',
  'description',
  'itunes:summary',
  'itunes:subtitle',
  'itunes:duration',
  'itunes:season',
  'podcast:season',
  'itunes:episode',
  'podcast:episode',
]);

/**
 * Reads an RSS feed as a stream, and keeps the items that `keep` selects. Supports RSS 2.0 with the
 * itunes, podcast, psc, media and content namespaces under their usual prefixes.
 * @throws DomainError EXTRACT_FAILED for anything but a feed; also whatever `readMarkup` throws
 */
export async function readFeed(
  pieces: AsyncIterable<string>,
  keep: (item: FeedItem) => boolean,
): Promise<Feed> {
  const reader = new FeedReader(keep);
  await readMarkup(pieces, reader, { xml: true });
  return reader.finish();
}

class FeedReader implements MarkupHandler {
  private readonly path: string[] = [];
  private readonly channel = new Map<string, string>();
  private readonly items: FeedItem[] = [];
  private imageUrl: string | null = null;
  private draft: ItemDraft | null = null;
  private count = 0;
  private isFeed = false;
  /** The text that is being read, and the depth of its element. */
  private text: { depth: number; value: string } | null = null;

  constructor(private readonly keep: (item: FeedItem) => boolean) {}

  onOpen(name: string, attributes: Attributes): void {
    const parent = this.path.at(-1);
    this.path.push(name);
    this.isFeed ||= name === 'channel';
    if (name === 'item' && this.draft === null) {
      this.count += 1;
      if (this.count > MAX_ITEMS) {
        throw new DomainError('EXTRACT_FAILED', { cause: `more than ${MAX_ITEMS} items` });
      }
      this.draft = new ItemDraft();
    } else if (this.draft !== null) {
      this.draft.open(name, attributes);
    } else if (name === 'itunes:image' && parent === 'channel') {
      this.imageUrl ??= attributes['href'] ?? null;
    }
    const [owner, names] = this.draft === null ? ['channel', OF_CHANNEL] : ['item', OF_ITEM];
    if (this.text === null && parent === owner && names.has(name)) {
      this.text = { depth: this.path.length, value: '' };
    }
  }

  onText(part: string): void {
    if (this.text !== null && this.text.value.length < MAX_TEXT) {
      this.text.value += part.slice(0, MAX_TEXT);
    } else if (this.path.at(-1) === 'url' && this.path.at(-2) === 'image' && this.draft === null) {
      // RSS has its own `image` element, which is used if there is no `itunes:image`.
      this.channel.set('image', (this.channel.get('image') ?? '') + part.slice(0, 8192));
    }
  }

  onClose(name: string): void {
    if (this.text?.depth === this.path.length) {
      const { value } = this.text;
      this.text = null;
      if (this.draft !== null) {
        this.draft.close(name, value);
      } else if (!this.channel.has(name)) {
        this.channel.set(name, value.trim());
      }
    }
    this.path.pop();
    if (name === 'item' && this.draft !== null && !this.path.includes('item')) {
      const item = this.draft.finish();
      this.draft = null;
      if (this.items.length < MAX_KEPT && this.keep(item)) {
        this.items.push(item);
      }
    }
  }

  finish(): Feed {
    if (!this.isFeed) {
      throw new DomainError('EXTRACT_FAILED', { cause: 'not a feed' });
    }
    return {
      title: this.channel.get('title') ?? null,
      author: this.channel.get('itunes:author') ?? null,
      language: this.channel.get('language') ?? null,
      imageUrl: this.imageUrl ?? this.channel.get('image')?.trim() ?? null,
      items: this.items,
    };
  }
}
