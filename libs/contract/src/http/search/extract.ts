import * as z from 'zod/mini';
import { LIMITS } from '../../limits.js';

/**
 * POST /api/download-video. `tweet_url` is the pasted text for every platform: a URL, or a share
 * message that contains one. The fingerprint is accepted up to a maximum size, but neither stored
 * nor logged.
 */
export const searchRequestSchema = z.object({
  tweet_url: z.string().check(z.maxLength(LIMITS.linkTextLength)),
  browser_fingerprint: z.optional(
    z
      .unknown()
      .check(z.refine((value) => JSON.stringify(value ?? null).length <= LIMITS.fingerprintLength)),
  ),
  user_consent: z.optional(z.boolean()),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;

/** How a visitor gets the format (contract, "Search"). */
export const formatKindSchema = z.enum(['merge', 'direct', 'hls', 'audio']);
export type FormatKind = z.infer<typeof formatKindSchema>;

/** The kind of audio in another language, if the source reports it. */
export const voiceSchema = z.enum(['machine', 'description']);
export type Voice = z.infer<typeof voiceSchema>;

/** Why a format is recommended. Clients phrase the reason themselves. */
export const reasonSchema = z.enum([
  'only_one',
  'without_watermark',
  'plays_everywhere',
  'only_with_sound',
  'best_with_sound',
  'best_picture',
  'best_sound',
  'ready_at_once',
  'usual_quality',
  'smallest_whole',
  'first_choice',
]);
export type Reason = z.infer<typeof reasonSchema>;

const nullableNumber = z.nullable(z.number());
const nullableText = z.nullable(z.string());

/** A format to choose from. Bitrates are in kbit/s, and sizes in bytes. */
export const formatSchema = z.object({
  format_id: z.string(),
  kind: formatKindSchema,
  url: z.string(),
  /** In English, for any client. `formatLabel` translates it. */
  label: z.string(),
  ext: z.string(),
  resolution: nullableText,
  /** The video quality: a resolution, or the site's own name for it ("HD"); null if unknown. */
  quality: z._default(nullableText, null),
  is_audio_only: z.boolean(),
  has_audio: z.boolean(),
  tbr: nullableNumber,
  abr: nullableNumber,
  vbr: nullableNumber,
  /** The bitrate of an audio format, as in its label; null for other formats. */
  bitrate: z._default(nullableNumber, null),
  fps: nullableNumber,
  /** True for high dynamic range, which looks washed out on ordinary screens. */
  hdr: z.boolean(),
  /** True if the video contains the site's watermark. */
  watermarked: z._default(z.boolean(), false),
  vcodec: nullableText,
  acodec: nullableText,
  filesize: nullableNumber,
  filesize_approx: z.boolean(),
  recommended: z.boolean(),
  /** Null for every format but the recommended one. */
  reason: z.nullable(reasonSchema),
  /** A BCP 47 tag for audio in another language; null for the original language. */
  language: nullableText,
  voice: z.nullable(voiceSchema),
  filename: z.string(),
  /**
   * Identifies the format in a `Wish` (`POST /api/download/tasks`). If the format has a task, this
   * is its id.
   */
  offer_id: z._default(z.string(), ''),
  task_id: z.optional(z.string()),
  audio_format_id: z.optional(z.string()),
});
export type Format = z.infer<typeof formatSchema>;

/** A chapter of an item. `start` is in seconds. */
export const chapterSchema = z.object({ title: z.string(), start: z.number() });
export type Chapter = z.infer<typeof chapterSchema>;

/**
 * Subtitles of an item in one language: written by people if available, and otherwise
 * auto-generated.
 */
export const subtitlesSchema = z.object({
  /** A BCP 47 tag, or the site's own tag. Identifies the subtitles in a `Wish`. */
  language: z.string(),
  /** The site's name for the subtitles; null if it has none. */
  name: nullableText,
  /** True if they are auto-generated. */
  machine: z.boolean(),
});
export type Subtitles = z.infer<typeof subtitlesSchema>;

/** The reply to a search. `duration` is in seconds. */
export const videoInfoSchema = z.object({
  title: z.string(),
  platform: z.string(),
  webpage_url: z.string(),
  thumbnail_url: nullableText,
  /** Sent to the image proxy as `grant`, so that any process can serve the picture. */
  thumbnail_grant: z._default(nullableText, null),
  uploader: nullableText,
  description: nullableText,
  duration: nullableNumber,
  is_podcast: z.boolean(),
  series: nullableText,
  season_number: nullableNumber,
  episode_number: nullableNumber,
  /** Chapters in order; empty if the page lists none. */
  chapters: z.array(chapterSchema),
  formats: z.array(formatSchema).check(z.minLength(1)),
  // Servers running the previous version do not send these fields.
  subtitles: z._default(z.array(subtitlesSchema), []),
  /**
   * The thumbnail in its largest size. It can be downloaded through the image proxy with
   * `&download=1`.
   */
  picture_url: z._default(nullableText, null),
  picture_grant: z._default(nullableText, null),
  /** The list that the link belongs to. Submit its `url` to open it. */
  list: z._default(z.nullable(z.object({ url: z.string(), title: nullableText })), null),
});
export type VideoInfo = z.infer<typeof videoInfoSchema>;

/** GET /api/preview?url= */
export const pagePreviewSchema = z.object({
  title: z.string(),
  platform: z.string(),
  thumbnail_url: nullableText,
  uploader: nullableText,
  duration: nullableNumber,
  // Servers running the previous version do not send these fields.
  chapters: z._default(z.array(chapterSchema), []),
  thumbnail_grant: z._default(nullableText, null),
});
export type PagePreview = z.infer<typeof pagePreviewSchema>;

/** The query `?url=` of the preview. */
export const urlQuerySchema = z.object({
  url: z.string().check(z.minLength(1), z.maxLength(LIMITS.linkTextLength)),
  download: z.optional(z.string()),
});
export type UrlQuery = z.infer<typeof urlQuerySchema>;

/** The query `?url=` of the relay. With `yields=1`, the reply pauses while tasks need the source. */
export const mediaQuerySchema = z.extend(urlQuerySchema, { yields: z.optional(z.string()) });
export type MediaQuery = z.infer<typeof mediaQuerySchema>;

/**
 * The maximum length of a grant in characters, which is twice the length of a grant with the
 * longest page URL.
 */
const GRANT_LENGTH = 4096;

/** The query `?url=` of the image proxy. `grant` is the grant that came with the picture's URL. */
export const imageQuerySchema = z.extend(urlQuerySchema, {
  grant: z.optional(z.string().check(z.maxLength(GRANT_LENGTH))),
});
export type ImageQuery = z.infer<typeof imageQuerySchema>;
