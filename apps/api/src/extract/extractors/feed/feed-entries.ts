import { createHash } from 'node:crypto';
import { itemOfPage, parseUrl } from '@dipper/media';
import type { ExtractedList } from '../extractor.port.js';
import { plainLine } from '../page/plain-text.js';
import { showList } from '../page/show-list.js';
import type { Feed, FeedItem } from './feed.js';

/**
 * The fields of a feed item that a list keeps. The notes are not among them, because they may be
 * megabytes long.
 */
export type FeedEntry = Pick<FeedItem, 'imageUrl' | 'durationSeconds' | 'publishedAt'> & {
  readonly key: string;
  readonly title: string | null;
};

const KEY_LENGTH = 12;

/**
 * Identifies an item for as long as the feed contains it, even if its position changes; null for an
 * item without a file.
 */
export function feedItemKey({ guid, enclosures, publishedAt }: FeedItem): string | null {
  const [file] = enclosures;
  return file === undefined
    ? null
    : createHash('sha256')
        // The file and the date are included, because some feeds give all their items the same
        // guid.
        .update(`${guid ?? file.url} ${publishedAt}`)
        .digest('hex')
        .slice(0, KEY_LENGTH);
}

/** Reduces an item to what a list needs; null for an item without a file. */
export function feedEntry(item: FeedItem): FeedEntry | null {
  const key = feedItemKey(item);
  const { imageUrl, durationSeconds, publishedAt, titles } = item;
  const [title = null] = titles;
  return key === null
    ? null
    : { key, title: plainLine(title), imageUrl, durationSeconds, publishedAt };
}

/**
 * Makes a list from a feed, newest first.
 * @param pageUrl from which the links of the items are made
 * @param from the URL of the feed after redirects; the URLs in the feed may be relative to it
 */
export function feedList(
  feed: Feed,
  entries: readonly FeedEntry[],
  { pageUrl, from }: { readonly pageUrl: string; readonly from: string },
): ExtractedList {
  const absolute = (url: string | null): string | null =>
    url === null ? null : (parseUrl(url, from)?.href ?? null);
  return showList(
    {
      title: feed.title,
      uploader: feed.author,
      covers: [absolute(feed.imageUrl)],
      total: entries.length,
    },
    entries.map((entry) => ({
      url: itemOfPage(pageUrl, entry.key),
      title: entry.title,
      durationSeconds: entry.durationSeconds,
      publishedAt: entry.publishedAt,
      covers: [absolute(entry.imageUrl)],
    })),
  );
}
