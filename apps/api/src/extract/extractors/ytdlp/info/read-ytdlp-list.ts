import { canonicalPageUrl, itemOfPage } from '@dipper/media';
import { httpHref } from '../../../media-url.js';
import type { EntryRef } from '../../../source-info.js';
import type { ExtractedList } from '../../extractor.port.js';
import { formatsOf, isReference, positiveOrNull, thumbnailOf } from './read-ytdlp-info.js';
import type { YtdlpEntry, YtdlpInfo, YtdlpItem } from './ytdlp.schema.js';

export type PageContent =
  | { readonly kind: 'item'; readonly info: YtdlpInfo }
  /** An unopened entry, identified by its position. */
  | { readonly kind: 'entry'; readonly number: number }
  /** Unopened lists: the tabs of a channel. */
  | { readonly kind: 'lists'; readonly urls: readonly string[]; readonly list: ExtractedList }
  | { readonly kind: 'list'; readonly list: ExtractedList };

/** YouTube's text in place of a title. Newer extractors may add a reason. */
const GONE = /^\[(?:private|deleted|unavailable|removed) (?:video|track)\b.*\]$/i;
/** Extractors whose entries are lists themselves. */
const LISTS: ReadonlySet<string> = new Set(['YoutubeTab']);
/** Marks yt-dlp's internal data in a URL, which must not be part of a link. */
const SMUGGLED = /#__youtubedl_smuggle=/;

/**
 * Distinguishes an item from a list. A list leaves out private, deleted and failed entries, but
 * they count for positions and the total. If only one entry is left, the page is treated as that
 * entry.
 * @param asked the page URL, without a fragment
 */
export function readYtdlpPage(info: YtdlpInfo, asked: string): PageContent {
  const given = info.entries ?? null;
  if (given === null) {
    return { kind: 'item', info };
  }
  const usable = given
    .flatMap((entry, at) =>
      entry === null ? [] : (entry.entries ?? null) === null ? [{ entry, at }] : nested(entry),
    )
    .filter(({ entry }) => isUsable(entry));
  const [first] = usable;
  if (first === undefined) {
    // Reading the page as an item will report why there is none.
    return { kind: 'item', info };
  }
  const list = listOf(
    info,
    usable.map((one) => entryRef(one, info, asked)),
  );
  const tabs = usable.filter(({ entry }) => isReference(entry) && LISTS.has(entry.ie_key ?? ''));
  if (tabs.length === usable.length) {
    return { kind: 'lists', urls: tabs.flatMap(({ entry }) => httpHref(entry.url) ?? []), list };
  }
  if (usable.length > 1 || first.at === null || isPicture(first.entry)) {
    return { kind: 'list', list };
  }
  return isReference(first.entry)
    ? { kind: 'entry', number: first.at + 1 }
    : { kind: 'item', info: { ...info, entries: [first.entry] } };
}

interface Placed {
  readonly entry: YtdlpItem;
  /**
   * The position in the list. Null inside a nested list, whose entries can't be requested by
   * position.
   */
  readonly at: number | null;
}

/** The entries of a nested list that have their own URLs. */
function nested({ entries }: YtdlpEntry): Placed[] {
  return (entries ?? []).flatMap((entry) =>
    entry !== null && ownAddress(entry) !== null ? [{ entry, at: null }] : [],
  );
}

function isPicture(entry: YtdlpItem): boolean {
  return !isReference(entry) && formatsOf(entry).length === 0;
}

function isUsable(entry: YtdlpItem): boolean {
  if (GONE.test(entry.title?.trim() ?? '')) {
    return false;
  }
  return !isPicture(entry) || (entry._has_drm !== true && thumbnailOf(entry) !== null);
}

/**
 * The URL of an entry's own page, if that page contains everything. An embedded item with extra
 * data has to be read by its position in this page.
 */
function ownAddress(entry: YtdlpItem): string | null {
  if (!isReference(entry)) {
    return httpHref(entry.webpage_url);
  }
  const isWhole = entry._type === 'url' && !SMUGGLED.test(entry.url ?? '');
  return isWhole ? httpHref(entry.url) : null;
}

function entryRef({ entry, at }: Placed, info: YtdlpInfo, asked: string): EntryRef {
  const thumbnailUrl = thumbnailOf(entry);
  const isImage = isPicture(entry);
  const own = ownAddress(entry);
  const pages = [info.webpage_url, asked].map((url) => canonicalPageUrl(url ?? ''));
  const isItsOwn = own !== null && !pages.includes(canonicalPageUrl(own));
  const address = isItsOwn || at === null ? (own ?? asked) : itemOfPage(asked, at + 1);
  return {
    id: entry.id ?? '',
    url: isImage ? (thumbnailUrl ?? address) : address,
    title: entry.title ?? null,
    thumbnailUrl,
    uploader: entry.uploader ?? entry.channel ?? entry.artist ?? null,
    durationSeconds: positiveOrNull(entry.duration),
    kind: isImage ? 'picture' : 'media',
  };
}

function listOf(info: YtdlpInfo, entries: readonly EntryRef[]): ExtractedList {
  return {
    kind: 'list',
    title: info.title ?? '',
    uploader: info.uploader ?? info.channel ?? null,
    thumbnailUrl: thumbnailOf(info),
    entries,
    total: positiveOrNull(info.playlist_count),
  };
}
