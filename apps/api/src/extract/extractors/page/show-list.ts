import { LIMITS } from '@dipper/contract';
import { httpHref } from '../../media-url.js';
import type { EntryRef } from '../../source-info.js';
import type { ExtractedList } from '../extractor.port.js';
import { withScheme } from './media-file.js';
import { plainLine } from './plain-text.js';

type Given<T> = T | null | undefined;

/** A site's data about one episode of a show, not validated. Text fields may be HTML. */
interface EntryFacts {
  readonly url: string;
  readonly title: Given<string>;
  readonly durationSeconds?: Given<number>;
  /** Milliseconds since 1970. */
  readonly publishedAt?: Given<number>;
  readonly covers?: readonly Given<string>[];
  /** Left out if the site does not say whether the episode is audio. */
  readonly isAudio?: boolean;
}

interface ShowFacts {
  readonly title: Given<string>;
  readonly uploader?: Given<string>;
  readonly covers?: readonly Given<string>[];
  readonly total?: Given<number>;
}

/**
 * Makes a list from a show: newest first if all episodes have dates, and otherwise in the site's
 * order.
 */
export function showList(show: ShowFacts, episodes: readonly EntryFacts[]): ExtractedList {
  const isDated = episodes.every(({ publishedAt }) => typeof publishedAt === 'number');
  const sorted = isDated
    ? [...episodes].sort((a, b) => (b.publishedAt ?? 0) - (a.publishedAt ?? 0))
    : episodes;
  return {
    kind: 'list',
    title: plainLine(show.title) ?? '',
    uploader: plainLine(show.uploader),
    thumbnailUrl: coverOf(show.covers),
    entries: sorted.slice(0, LIMITS.listEntries).map((one, at): EntryRef => ({
      id: String(at),
      url: one.url,
      title: plainLine(one.title),
      thumbnailUrl: coverOf(one.covers),
      uploader: null,
      durationSeconds: one.durationSeconds ?? null,
      kind: 'media',
      ...(one.isAudio !== undefined && { isAudio: one.isAudio }),
    })),
    total: show.total ?? null,
  };
}

function coverOf(covers: readonly Given<string>[] = []): string | null {
  return covers.map((url) => httpHref(withScheme(url))).find((url) => url !== null) ?? null;
}
