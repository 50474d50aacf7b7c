import { createHash } from 'node:crypto';
import { itemOfPage, parseUrl } from '@dipper/media';
import type { ExtractedList } from '../extractor.port.js';
import { plainLine } from '../page/plain-text.js';
import { showList } from '../page/show-list.js';
import { isAudioAddress } from '../../formats/media-extension.js';
import type { Enclosure, Feed, FeedItem } from './feed.js';

/**
 * The fields of a feed item that a list keeps. The notes are left out, because they may be
 * megabytes long.
 */
export type FeedEntry = Pick<FeedItem, 'imageUrl' | 'durationSeconds' | 'publishedAt'> & {
  readonly key: string;
  readonly title: string | null;
  readonly isAudio: boolean;
};

const KEY_LENGTH = 12;

/**
 * A key for an item that stays the same for as long as the feed contains the item, even if its
 * position changes; null for an item without a file.
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

/** True if a file is audio by its media type or, if that says neither audio nor video, its name. */
function isAudioFile({ mediaType, url }: Enclosure): boolean {
  const [, kind] = /^(audio|video)\//i.exec(mediaType ?? '') ?? [];
  return kind === undefined ? isAudioAddress(url) : kind.toLowerCase() === 'audio';
}

export function feedEntry(item: FeedItem): FeedEntry | null {
  const key = feedItemKey(item);
  const { imageUrl, durationSeconds, publishedAt, titles } = item;
  const [title = null] = titles;
  return key === null
    ? null
    : {
        ...{ key, title: plainLine(title), imageUrl, durationSeconds, publishedAt },
        isAudio: item.enclosures.every(isAudioFile),
      };
}

/**
 * Makes a list from a feed, newest first.
 * @param pageUrl the base for the links to the items
 * @param from the feed's URL after redirects; URLs in the feed may be relative to it
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
      isAudio: entry.isAudio,
    })),
  );
}
