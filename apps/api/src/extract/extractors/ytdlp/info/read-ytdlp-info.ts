import { UNTITLED } from '@dipper/contract';
import { isHostOf, parseUrl } from '@dipper/media';
import { DomainError } from '../../../../infra/errors/domain-error.js';
import { httpHref } from '../../../media-url.js';
import type { Chapter, SourceFormat, SourceInfo } from '../../../source-info.js';
import type { Protocol } from '../../../../source/client/source-stream.js';
import { dayOfDigits, dayOfTime } from '../../published-on.js';
import { firstCharacters, MAX_LINE, MAX_TEXT } from '../../storable-text.js';
import {
  MAX_SEGMENT_CHARACTERS,
  MAX_SEGMENTS,
  protocolOf,
  readYtdlpFormat,
  segmentCharacters,
  segmentedSeconds,
} from './read-ytdlp-format.js';
import { readYtdlpSubtitles } from './read-ytdlp-subtitles.js';
import type { YtdlpFormat, YtdlpInfo, YtdlpItem } from './ytdlp.schema.js';

/** The maximum number of formats. A film dubbed into forty languages has several hundred. */
const MAX_FORMATS = 2000;

/** What the playlists of a page state about its media. */
export interface PlaylistFacts {
  /** The duration, used if yt-dlp reports none. */
  readonly seconds: number | null;
  /** The protocols whose formats belong to a live stream. They are dropped. */
  readonly live: ReadonlySet<Protocol>;
}

const NOT_ASKED: PlaylistFacts = { seconds: null, live: new Set() };

/**
 * Converts yt-dlp's output to a `SourceInfo`. The fields are those of `InfoExtractor`
 * (extractor/common.py); each extractor fills in what its site reports.
 * @param asked the page URL, used if the output contains none
 * @param playlists what the page's playlists themselves state
 * @throws DomainError if the page is live, DRM-protected or paid, or contains nothing that we can
 * fetch
 */
export function readYtdlpInfo(
  info: YtdlpInfo,
  asked: string,
  playlists: PlaylistFacts = NOT_ASKED,
): SourceInfo {
  const item = oneItem(info);
  if (item.live_status === 'is_upcoming') {
    throw new DomainError('LIVE_UPCOMING');
  }
  if (item.is_live === true || item.live_status === 'is_live') {
    throw new DomainError('LIVE_STREAM');
  }
  const whole = wholeFormats(item).filter((format) => !isLive(format, playlists));
  const isSection = isPartOfMedia(item);
  const durationSeconds =
    (isSection ? statedSeconds(whole) : positiveOrNull(item.duration)) ??
    playlists.seconds ??
    longestSeconds(whole);
  const formats = whole
    .map((format) => (isSection ? { ...format, filesize_approx: null } : format))
    .map((format) => readYtdlpFormat(format, durationSeconds))
    .filter((format): format is SourceFormat => format !== null);
  if (formats.length === 0) {
    const isTooMuch = whole.some(({ fragments }) => (fragments?.length ?? 0) > MAX_SEGMENTS);
    throw isTooMuch
      ? new DomainError('EXTRACT_FAILED', { cause: `more than ${MAX_SEGMENTS} segments` })
      : new DomainError('NO_MEDIA');
  }
  return {
    pageUrl: httpHref(item.webpage_url) ?? asked,
    title: titleOf(item),
    thumbnailUrl: thumbnailOf(item),
    pictures: picturesOf(item),
    uploader: cutText(item.uploader ?? item.channel ?? item.artist, MAX_LINE),
    artist: artistOf(item),
    album: cutText(item.album, MAX_LINE),
    publishedOn: publishedOn(item),
    description: cutText(item.description, MAX_TEXT),
    durationSeconds,
    series: cutText(item.series, MAX_LINE),
    seasonNumber: item.season_number ?? null,
    episodeNumber: item.episode_number ?? null,
    chapters: chaptersOf(item),
    subtitles: readYtdlpSubtitles(item),
    formats,
  };
}

/**
 * The formats that are neither protected nor previews.
 * @throws DomainError if there are too many, or if there are only protected ones or previews
 */
function wholeFormats(item: YtdlpItem): readonly YtdlpFormat[] {
  const given = formatsOf(item);
  if (given.length > MAX_FORMATS) {
    throw new DomainError('PAGE_TOO_LARGE', { cause: `${given.length} formats` });
  }
  const characters = given.reduce((sum, format) => sum + segmentCharacters(format), 0);
  if (characters > MAX_SEGMENT_CHARACTERS) {
    throw new DomainError('PAGE_TOO_LARGE', { cause: `segments of ${characters} characters` });
  }
  const open = given.filter((format) => format.has_drm !== true);
  if (open.length === 0 && (given.length > 0 || item._has_drm === true)) {
    throw new DomainError('DRM_PROTECTED');
  }
  const whole = open.filter((format) => !isPreview(format));
  if (whole.length === 0 && open.length > 0) {
    throw new DomainError('PAYMENT_REQUIRED', { cause: 'previews only' });
  }
  return whole;
}

/** True for a format that can't be offered, because it belongs to a stream that is still going on. */
function isLive(format: YtdlpFormat, { live }: PlaylistFacts): boolean {
  const protocol = protocolOf(format);
  return protocol !== undefined && live.has(protocol);
}

/** The artists. yt-dlp writes several artists both as a list and as one line. */
function artistOf({ artists, artist }: YtdlpItem): string | null {
  const named = (artists ?? []).filter((name) => name !== null && name !== undefined);
  return cutText(named.length > 0 ? named.join(', ') : artist, MAX_LINE);
}

/** The day of publication. For a song, the release date is preferred to the upload date. */
function publishedOn({ release_date, upload_date, timestamp }: YtdlpItem): string | null {
  return (
    dayOfDigits(release_date) ??
    dayOfDigits(upload_date) ??
    dayOfTime(timestamp === null || timestamp === undefined ? null : timestamp * 1000)
  );
}

/** True if yt-dlp reports a duration, so that it knows more of the page than its playlists. */
export function statesDuration(info: YtdlpInfo): boolean {
  return positiveOrNull(oneItem(info).duration) !== null;
}

function oneItem(info: YtdlpInfo): YtdlpItem {
  if (info.entries === null || info.entries === undefined) {
    return info;
  }
  const first = info.entries.find((entry) => entry !== null && formatsOf(entry).length > 0);
  if (first === undefined || first === null) {
    throw new DomainError('NO_MEDIA');
  }
  return first;
}

/**
 * True for the free half minute of a paid track, as yt-dlp marks it for SoundCloud Go+ and for
 * members of Ximalaya.
 */
function isPreview({ format_id: id, format_note: note }: YtdlpFormat): boolean {
  return /(^|_)preview$/i.test(id) || /^(preview|sample)$/i.test(note ?? '');
}

/**
 * True for a link to a part of the media, such as a YouTube clip. yt-dlp then replaces the duration
 * with that of the part, and estimates sizes from it, but the formats are still the whole media.
 */
function isPartOfMedia({ section_start: start, section_end: end }: YtdlpItem): boolean {
  return start !== null && start !== undefined && positiveOrNull(end) !== null;
}

/** The duration of the longest format, according to YouTube's media URLs (`dur=212.040`). */
function statedSeconds(formats: readonly YtdlpFormat[]): number | null {
  const stated = formats.flatMap(({ url }) => {
    const media = parseUrl(url ?? '');
    const isYouTube = media !== null && isHostOf(media.hostname, 'googlevideo.com');
    const seconds = isYouTube ? Number(media.searchParams.get('dur')) : 0;
    return Number.isFinite(seconds) && seconds > 0 ? [seconds] : [];
  });
  return stated.length === 0 ? null : Math.max(...stated);
}

/**
 * The duration of the longest format, according to its segments. Audio may be shorter than video.
 */
function longestSeconds(formats: readonly YtdlpFormat[]): number | null {
  return formats.map(segmentedSeconds).reduce((a, b) => (a === null || (b ?? 0) > a ? b : a), null);
}

export function isReference({ _type: type }: YtdlpItem): boolean {
  return type === 'url' || type === 'url_transparent';
}

/** The formats of an item. An item without `formats` is itself the only format. */
export function formatsOf(item: YtdlpItem): readonly YtdlpFormat[] {
  if (item.formats !== null && item.formats !== undefined && item.formats.length > 0) {
    return item.formats;
  }
  // An unopened entry has the `url` of a page.
  return typeof item.url === 'string' && !isReference(item) ? [item] : [];
}

/** The maximum number of chapters. A longer list is not a table of contents. */
const MAX_CHAPTERS = 500;

function chaptersOf({ chapters }: YtdlpItem): Chapter[] {
  const named = (chapters ?? []).flatMap(({ title, start_time: start }) =>
    title !== null && title !== undefined && title.trim() !== '' && (start ?? -1) >= 0
      ? [{ title: firstCharacters(title.trim(), MAX_LINE), startSeconds: start ?? 0 }]
      : [],
  );
  return named.sort((a, b) => a.startSeconds - b.startSeconds).slice(0, MAX_CHAPTERS);
}

/** The maximum number of pictures. More would only be smaller versions. */
const MAX_PICTURES = 6;

/**
 * The pictures of an item, best first. yt-dlp puts the best one last, and does not check that they
 * exist.
 */
function picturesOf(item: YtdlpItem): string[] {
  const sorted = (item.thumbnails ?? []).map(({ url }) => url).reverse();
  const found = [item.thumbnail, ...sorted].flatMap((url) => httpHref(url) ?? []);
  return [...new Set(found)].slice(0, MAX_PICTURES);
}

export function thumbnailOf(item: YtdlpItem): string | null {
  return httpHref(item.thumbnail ?? item.thumbnails?.at(-1)?.url);
}

/**
 * Limits the length of a text. A hostile page could contain megabytes, which would be stored and
 * sent each time the page is read.
 */
function cutText(text: string | null | undefined, length: number): string | null {
  return text === null || text === undefined ? null : firstCharacters(text, length);
}

export function positiveOrNull(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && value > 0 ? value : null;
}

/**
 * The counts at the beginning of Facebook's page titles: "232K views · 4.1K reactions | Hussein
 * Adel".
 */
const COUNTS =
  /^[\d.,]+\s?[KM]? (?:views|reactions)(?: · [\d.,]+\s?[KM]? (?:reactions|comments|shares))* \|\s*/i;

/**
 * The title of an item. yt-dlp adds a number to the title of each player in a page, even to a
 * single one: "Clip (1)".
 */
function titleOf({ title, extractor }: YtdlpItem): string {
  const given = firstCharacters(title?.trim() ?? '', MAX_LINE);
  switch (extractor) {
    case 'html5':
      return given.replace(/ \(1\)$/, '') || UNTITLED;
    case 'facebook':
      return given.replace(COUNTS, '') || UNTITLED;
    default:
      return given || UNTITLED;
  }
}
