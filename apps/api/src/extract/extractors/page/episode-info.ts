import { UNTITLED } from '@dipper/contract';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { believable } from '../../formats/sizes.js';
import { httpHref } from '../../media-url.js';
import type { Chapter, SourceInfo, SubtitleTrack } from '../../source-info.js';
import { dayOfTime } from '../published-on.js';
import { type FileFacts, mediaFile, withScheme } from './media-file.js';
import { MAX_CHAPTERS, notesChapters } from './notes-chapters.js';
import { plainLine, plainText } from './plain-text.js';

type Given<T> = T | null | undefined;

/** A site's or feed's data about an episode, not validated. Text fields may be HTML. */
export interface EpisodeFacts {
  readonly pageUrl: string;
  readonly title: Given<string>;
  readonly series?: Given<string>;
  readonly uploader?: Given<string>;
  readonly description?: Given<string>;
  readonly seasonNumber?: Given<number>;
  readonly episodeNumber?: Given<number>;
  readonly durationSeconds?: Given<number>;
  /** Milliseconds since 1970. */
  readonly publishedAt?: Given<number>;
  /** The pictures, the largest first. */
  readonly covers?: readonly Given<string>[];
  /** If empty, chapters are parsed from `notes`, or else from the description. */
  readonly chapters?: readonly Chapter[];
  readonly notes?: Given<string>;
  readonly transcripts?: readonly SubtitleTrack[];
  /** The files, best first. Files with the same URL count as one. */
  readonly files: readonly FileFacts[];
}

/**
 * The maximum number of files, counting mirrors and qualities. A hostile reply could list any
 * number.
 */
const MAX_FILES = 20;
const MAX_TRANSCRIPTS = 20;
/** The maximum number of pictures: those of the episode and of its show, in a few sizes. */
const MAX_PICTURES = 6;
/** No recording is longer than this. A larger value is in the wrong unit. */
const MAX_SECONDS = 7 * 86_400;

/**
 * Makes a `SourceInfo` from an episode: limited in size, without implausible values, and safe to
 * store.
 * @throws DomainError NO_MEDIA if no file has an http(s) URL
 */
export function episodeInfo(facts: EpisodeFacts): SourceInfo {
  const durationSeconds = believable(facts.durationSeconds, [0, MAX_SECONDS]);
  const files = facts.files.slice(0, MAX_FILES).flatMap((file, at) => {
    const format = mediaFile(file, { at, durationSeconds });
    return format === null ? [] : [format];
  });
  const formats = files.filter(({ url }, at) => files.findIndex((one) => one.url === url) === at);
  if (formats.length === 0) {
    throw new DomainError('NO_MEDIA', { cause: 'no http(s) file' });
  }
  const description = plainText(facts.description);
  const uploader = plainLine(facts.uploader);
  const covers = (facts.covers ?? []).flatMap((url) => httpHref(withScheme(url)) ?? []);
  return {
    pageUrl: facts.pageUrl,
    title: plainLine(facts.title) ?? UNTITLED,
    thumbnailUrl: covers[0] ?? null,
    pictures: [...new Set(covers)].slice(0, MAX_PICTURES),
    uploader: uploader ?? plainLine(facts.series),
    description,
    durationSeconds,
    series: plainLine(facts.series),
    publishedOn: dayOfTime(facts.publishedAt),
    seasonNumber: countOf(facts.seasonNumber),
    episodeNumber: countOf(facts.episodeNumber),
    chapters: chaptersOf(facts, description, durationSeconds),
    subtitles: (facts.transcripts ?? []).slice(0, MAX_TRANSCRIPTS),
    formats,
  };
}

function chaptersOf(
  { chapters = [], notes }: EpisodeFacts,
  description: string | null,
  durationSeconds: number | null,
): Chapter[] {
  const given = chapters
    .map(({ title, startSeconds }) => ({ title: plainLine(title) ?? '', startSeconds }))
    .filter(({ title, startSeconds }) => title !== '' && startSeconds >= 0)
    .sort((a, b) => a.startSeconds - b.startSeconds)
    .slice(0, MAX_CHAPTERS);
  if (given.length > 0) {
    return given;
  }
  const fromNotes = notesChapters(plainText(notes), durationSeconds);
  return fromNotes.length > 0 ? fromNotes : notesChapters(description, durationSeconds);
}

/** A season or episode number. Some shows start at 0, and some use years as seasons. */
function countOf(value: Given<number>): number | null {
  return Number.isInteger(value) && (value ?? -1) >= 0 && (value ?? 0) < 1e6
    ? (value ?? null)
    : null;
}
