import * as z from 'zod/mini';
import { LIMITS } from '../limits.js';

/**
 * POST /api/download-video. `tweet_url` is the pasted text for every platform: a URL, or a share
 * message with one in it. The fingerprint is accepted, bounded, and neither stored nor logged.
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

/** How a format reaches the visitor (contract, "Search"). */
export const formatKindSchema = z.enum(['merge', 'direct', 'hls', 'audio']);
export type FormatKind = z.infer<typeof formatKindSchema>;

/** What is special about a sound in another language, where the source tells. */
export const voiceSchema = z.enum(['machine', 'description']);
export type Voice = z.infer<typeof voiceSchema>;

/** Why a row is the recommended one; each is true of that row. Clients have their own words. */
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

/** One row a visitor can pick. Rates in kbit/s, sizes in bytes. */
export const formatSchema = z.object({
  format_id: z.string(),
  kind: formatKindSchema,
  url: z.string(),
  /** English for any client; `formatLabel` gives it in other words. */
  label: z.string(),
  ext: z.string(),
  resolution: nullableText,
  /** What the picture is called: its resolution, or the site's own name ("HD"); null when unknown. */
  quality: z._default(nullableText, null),
  is_audio_only: z.boolean(),
  has_audio: z.boolean(),
  tbr: nullableNumber,
  abr: nullableNumber,
  vbr: nullableNumber,
  /** The rate of a row of sound alone, as its label gives it; null on others. */
  bitrate: z._default(nullableNumber, null),
  fps: nullableNumber,
  /** High dynamic range: looks washed out on an ordinary screen. */
  hdr: z.boolean(),
  /** The site has put its mark into the picture. */
  watermarked: z._default(z.boolean(), false),
  vcodec: nullableText,
  acodec: nullableText,
  filesize: nullableNumber,
  filesize_approx: z.boolean(),
  recommended: z.boolean(),
  /** Null on all rows but the recommended one. */
  reason: z.nullable(reasonSchema),
  /** BCP 47, for a sound in another language than the original; null for the original. */
  language: nullableText,
  voice: z.nullable(voiceSchema),
  /** The name the file is saved under. */
  filename: z.string(),
  /** Names the row in wishes (`POST /api/download/tasks`); its task's id where it has one. */
  offer_id: z._default(z.string(), ''),
  task_id: z.optional(z.string()),
  audio_format_id: z.optional(z.string()),
});
export type Format = z.infer<typeof formatSchema>;

/** A named part of an item; `start` in seconds. */
export const chapterSchema = z.object({ title: z.string(), start: z.number() });
export type Chapter = z.infer<typeof chapterSchema>;

/** Subtitles of an item in one language: a person's where there are any, else a machine's. */
export const subtitlesSchema = z.object({
  /** BCP 47, or the site's own word. Names them in wishes. */
  language: z.string(),
  /** What the site calls them; null where it does not. */
  name: nullableText,
  /** Made by a machine. */
  machine: z.boolean(),
});
export type Subtitles = z.infer<typeof subtitlesSchema>;

/** The reply of a search. `duration` in seconds. */
export const videoInfoSchema = z.object({
  title: z.string(),
  platform: z.string(),
  webpage_url: z.string(),
  thumbnail_url: nullableText,
  /** Sent along to the image proxy as `grant`, so that any process serves the picture. */
  thumbnail_grant: z._default(nullableText, null),
  uploader: nullableText,
  description: nullableText,
  duration: nullableNumber,
  is_podcast: z.boolean(),
  series: nullableText,
  season_number: nullableNumber,
  episode_number: nullableNumber,
  /** In the order of the item. Empty when the page names none. */
  chapters: z.array(chapterSchema),
  formats: z.array(formatSchema).check(z.minLength(1)),
  // What a server that is still the last version does not send.
  subtitles: z._default(z.array(subtitlesSchema), []),
  /** The thumbnail in its best size, saved by the image proxy with `&download=1`. */
  picture_url: z._default(nullableText, null),
  picture_grant: z._default(nullableText, null),
  /** The list that the link names this item of; `url` is searched for to see it. */
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
  // A server that is still the last version does not send them.
  chapters: z._default(z.array(chapterSchema), []),
  thumbnail_grant: z._default(nullableText, null),
});
export type PagePreview = z.infer<typeof pagePreviewSchema>;

/** `?url=` of the relay and the preview. */
export const urlQuerySchema = z.object({
  url: z.string().check(z.minLength(1), z.maxLength(LIMITS.linkTextLength)),
  download: z.optional(z.string()),
});
export type UrlQuery = z.infer<typeof urlQuerySchema>;

/** Longest grant, characters: twice what the longest page in one takes. */
const GRANT_LENGTH = 4096;

/** `?url=` of the image proxy; `grant` is the `…_grant` that came beside the picture's address. */
export const imageQuerySchema = z.extend(urlQuerySchema, {
  grant: z.optional(z.string().check(z.maxLength(GRANT_LENGTH))),
});
export type ImageQuery = z.infer<typeof imageQuerySchema>;
