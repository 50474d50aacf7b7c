import { LIMITS, UNTITLED } from '@dipper/contract';
import { canonicalPageUrl, oneLine } from '@dipper/media';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { ExtractedList } from '../extractors/extractor.port.js';
import { firstCharacters, storableText } from '../extractors/storable-text.js';
import { believable } from '../formats/sizes.js';
import { httpHref } from '../media-url.js';
import type { EntryRef } from '../source-info.js';
import type { StoredSource } from './extraction.entity.js';

/**
 * The maximum length of an entry's title or name, in characters. A list has hundreds of entries.
 */
const MAX_TITLE = 300;

/**
 * A list in its stored form, with no more entries than are shown, each URL once, and every field
 * limited in size.
 * @param pageUrl the page on which it was found; '' for pasted links. Pasted links stay unchanged,
 * and an invalid link fails when a visitor chooses it.
 * @throws DomainError NO_MEDIA for a list without entries
 */
export function listSource(found: ExtractedList, pageUrl: string): StoredSource {
  const isPasted = pageUrl === '';
  const title = shown(found.title) ?? (isPasted ? '' : UNTITLED);
  const entries = new Map<string, EntryRef>();
  for (const [at, entry] of found.entries.entries()) {
    const url = isPasted ? entry.url : addressFor(entry);
    if (url !== null && !entries.has(url) && entries.size < LIMITS.listEntries) {
      entries.set(url, {
        // The position serves as the id, because a site's own ids may have any form, and may
        // repeat.
        id: String(at + 1),
        url,
        // Some lists contain no titles for their entries.
        title: shown(entry.title) ?? (isPasted ? null : `${title} ${at + 1}`),
        thumbnailUrl: address(entry.thumbnailUrl),
        uploader: shown(entry.uploader),
        durationSeconds: believable(entry.durationSeconds, [0, LIMITS.longestSeconds]),
        kind: entry.kind,
        ...(entry.isAudio !== undefined && { isAudio: entry.isAudio }),
      });
    }
  }
  if (entries.size === 0) {
    throw new DomainError('NO_MEDIA', { cause: 'an empty list' });
  }
  return {
    info: {
      pageUrl,
      title,
      thumbnailUrl: address(found.thumbnailUrl),
      uploader: shown(found.uploader),
      description: null,
      durationSeconds: null,
      series: null,
      seasonNumber: null,
      episodeNumber: null,
      chapters: [],
    },
    offers: [],
    list: {
      entries: [...entries.values()],
      total: isPasted ? entries.size : countOf(found.total, entries.size),
    },
  };
}

function addressFor({ url, kind }: EntryRef): string | null {
  const href = address(url);
  return href === null || kind === 'picture' ? href : canonicalPageUrl(href);
}

function address(url: string | null): string | null {
  const href = httpHref(url);
  return href !== null && href.length <= LIMITS.linkTextLength ? storableText(href) : null;
}

function shown(text: string | null): string | null {
  return firstCharacters(oneLine(text ?? ''), MAX_TITLE) || null;
}

/** The total according to the source, but never less than the number of entries shown. */
function countOf(total: number | null, shown: number): number | null {
  return total !== null && Number.isSafeInteger(total) ? Math.max(total, shown) : null;
}
