import * as z from 'zod';
import { storableText } from '../../storable-text.js';

/**
 * A number in yt-dlp's output may be null, missing, or (rarely) text. Any invalid number becomes
 * null.
 */
const number = z.number().nullish().catch(null);
const text = z.string().transform(storableText).nullish().catch(null);

const headers = z.record(z.string(), z.string().transform(storableText)).nullish().catch(null);

export interface YtdlpFragment {
  readonly url: string | null;
  readonly path: string | null;
  readonly duration: number | null;
  readonly filesize: number | null;
}

/**
 * Fragments are parsed by hand, because there may be a hundred thousand, and a schema takes
 * microseconds for each.
 */
function fragmentsIn(list: unknown): YtdlpFragment[] | null {
  return Array.isArray(list) && list.every(isObject) ? list.map(fragmentIn) : null;
}

function fragmentIn({ url, path, duration, filesize }: Record<string, unknown>): YtdlpFragment {
  return {
    url: typeof url === 'string' ? storableText(url) : null,
    path: typeof path === 'string' ? storableText(path) : null,
    duration: typeof duration === 'number' ? duration : null,
    filesize: typeof filesize === 'number' ? filesize : null,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export const ytdlpFormatSchema = z.object({
  format_id: z.coerce.string().transform(storableText).catch('0'),
  url: text,
  protocol: text,
  ext: text,
  vcodec: text,
  acodec: text,
  width: number,
  height: number,
  fps: number,
  tbr: number,
  abr: number,
  vbr: number,
  filesize: number,
  filesize_approx: number,
  format_note: text,
  preference: number,
  source_preference: number,
  quality: number,
  language: text,
  language_preference: number,
  dynamic_range: text,
  has_drm: z.unknown().optional(),
  http_headers: headers,
  cookies: text,
  fragment_base_url: text,
  fragments: z.unknown().optional().transform(fragmentsIn),
});
export type YtdlpFormat = z.infer<typeof ytdlpFormatSchema>;

const thumbnailSchema = z.object({ url: text, width: number, preference: number });

const ytdlpSubtitleSchema = z.object({
  url: text,
  /** The subtitles themselves, if the extractor has already fetched them. */
  data: text,
  ext: text,
  name: text,
  protocol: text,
  http_headers: headers,
});
export type YtdlpSubtitle = z.infer<typeof ytdlpSubtitleSchema>;

/** Subtitles by language code. Some sites use their own names. */
const subtitlesSchema = z
  .record(z.string(), z.array(ytdlpSubtitleSchema).catch([]))
  .nullish()
  .catch(null);

const chapterSchema = z.object({ title: text, start_time: number });

const itemSchema = ytdlpFormatSchema.extend({
  _type: text,
  id: text,
  /** The extractor that would read this unopened entry. */
  ie_key: text,
  title: text,
  extractor: text,
  webpage_url: text,
  thumbnail: text,
  thumbnails: z.array(thumbnailSchema).nullish().catch(null),
  uploader: text,
  channel: text,
  artist: text,
  artists: z.array(text).nullish().catch(null),
  album: text,
  release_date: text,
  upload_date: text,
  timestamp: number,
  description: text,
  duration: number,
  /** The part of the media that a link refers to, in seconds (a YouTube clip). */
  section_start: number,
  section_end: number,
  series: text,
  season_number: number,
  episode_number: number,
  chapters: z.array(chapterSchema).nullish().catch(null),
  subtitles: subtitlesSchema,
  automatic_captions: subtitlesSchema,
  is_live: z.boolean().nullish().catch(null),
  live_status: text,
  // True if all formats were protected, so that yt-dlp has dropped them.
  _has_drm: z.boolean().nullish().catch(null),
  formats: z.array(ytdlpFormatSchema).nullish().catch(null),
});
export type YtdlpItem = z.infer<typeof itemSchema>;

const entrySchema = itemSchema.extend({
  entries: z.array(itemSchema.nullable().catch(null)).nullish().catch(null),
});
export type YtdlpEntry = z.infer<typeof entrySchema>;

/**
 * The output of `yt-dlp -J`: an item, or a list of items. An entry is null if it failed. An
 * unopened entry is a reference to its own page (`_type: url`).
 */
export const ytdlpInfoSchema = itemSchema.extend({
  entries: z.array(entrySchema.nullable().catch(null)).nullish().catch(null),
  playlist_count: number,
});
export type YtdlpInfo = z.infer<typeof ytdlpInfoSchema>;
