import { canonicalPageUrl, isHostOf, itemOfPage, pageOfItem, parseUrl } from '@dipper/media';
import { LIMITS } from '@dipper/contract';
import { DomainError } from '../../../infra/errors/domain-error.js';
import type { ExtractedList } from '../extractor.port.js';
import { formatsOf } from './info/read-ytdlp-info.js';
import { readYtdlpPage } from './info/read-ytdlp-list.js';
import type { YtdlpInfo } from './info/ytdlp.schema.js';

/** How many tabs of a channel are read: videos, live streams, shorts. Each takes a separate run. */
const MAX_LISTS = 3;

/**
 * Runs yt-dlp.
 * @param item number of the item on the page to open; null to read the page without opening entries
 */
export type RunYtdlp = (url: string, item: number | null) => Promise<YtdlpInfo>;

type PageAnswer = { readonly kind: 'item'; readonly info: YtdlpInfo } | ExtractedList;

/**
 * Reads a page with as few runs of yt-dlp as possible: one for an item or a list, another if a list
 * turns out to have only one entry, and one for each list in a list.
 * @param number the number of the item, if only one is wanted (`itemNumber`)
 */
export async function readPage(
  url: string,
  number: number | null,
  ask: RunYtdlp,
): Promise<PageAnswer> {
  if (number !== null) {
    return { kind: 'item', info: await ask(url, number) };
  }
  const info = await ask(url, null);
  const content = readYtdlpPage(info, url);
  const placed = content.kind === 'list' ? entryAt(info, placeIn(url)) : null;
  if (placed !== null) {
    return placed;
  }
  switch (content.kind) {
    case 'entry':
      return { kind: 'item', info: await ask(url, content.number) };
    case 'lists':
      return readLists(content.list, content.urls, ask);
    case 'list':
      return content.list;
    case 'item':
      return content;
  }
}

/** The entry of a post to which an Instagram link refers. yt-dlp always reads all entries. */
function placeIn(url: string): number | null {
  const page = parseUrl(url);
  const place = Number(page?.searchParams.get('img_index') ?? NaN);
  const isPost = page !== null && isHostOf(page.hostname, 'instagram.com');
  return isPost && Number.isInteger(place) && place > 0 ? place : null;
}

/**
 * An entry that was opened together with its list; null for a photo, or for a number past the end.
 */
function entryAt(info: YtdlpInfo, place: number | null): PageAnswer | null {
  const entry = place === null ? null : (info.entries?.[place - 1] ?? null);
  return entry === null || formatsOf(entry).length === 0
    ? null
    : { kind: 'item', info: { ...info, entries: [{ ...entry, webpage_url: null }] } };
}

/** Combines several lists into one. Lists that fail are skipped, unless all of them fail. */
async function readLists(
  outer: ExtractedList,
  urls: readonly string[],
  ask: RunYtdlp,
): Promise<PageAnswer> {
  const lists: ExtractedList[] = [];
  let failure: unknown = new DomainError('NO_MEDIA');
  for (const url of urls.slice(0, MAX_LISTS)) {
    const count = lists.reduce((sum, { entries }) => sum + entries.length, 0);
    if (count >= LIMITS.listEntries) {
      break;
    }
    try {
      const content = readYtdlpPage(await ask(url, null), url);
      lists.push(...(content.kind === 'list' ? [content.list] : []));
    } catch (error) {
      failure = error;
    }
  }
  const entries = lists.flatMap((list) => list.entries);
  if (entries.length === 0) {
    throw failure;
  }
  const totals = lists.map(({ total }) => total);
  const isCounted = urls.length === lists.length && totals.every((total) => total !== null);
  const total = isCounted ? totals.reduce<number>((sum, one) => sum + (one ?? 0), 0) : null;
  return { ...outer, entries, total };
}

/**
 * The URL from which an item found on a page can be read again.
 * @param found the item's URL according to yt-dlp
 */
export function addressOfItem(found: string, url: string, number: number | null): string {
  const isOfPage = canonicalPageUrl(found) === canonicalPageUrl(pageOfItem(url));
  return number !== null && isOfPage ? itemOfPage(url, number) : found;
}
