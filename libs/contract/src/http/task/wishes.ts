import * as z from 'zod/mini';
import { LIMITS } from '../../limits.js';
import { ACCOUNT_LANGUAGES } from '../account-choices.js';
import { callbackUrlSchema } from './merge.js';

/** The types to which audio can be converted. */
export const soundTypeSchema = z.enum(['mp3', 'm4a', 'aac', 'wav', 'flac', 'opus']);
export type SoundType = z.infer<typeof soundTypeSchema>;

const id = z.string().check(z.minLength(1), z.maxLength(200));
const seconds = z.number().check(z.nonnegative(), z.maximum(LIMITS.longestSeconds));

/** The quality of the files in a list: the best available, up to a maximum height, or audio. */
export const listQualitySchema = z.enum([
  'best',
  '2160p',
  '1080p',
  '720p',
  '480p',
  '360p',
  'sound',
  'mp3',
]);
export type ListQuality = z.infer<typeof listQualitySchema>;

/** A frame-accurate clip of an offer. Times are in seconds from the start. */
export const clipWishSchema = z
  .object({
    kind: z.literal('clip'),
    start: seconds,
    end: seconds,
    /** The default is video if the offer has video, and otherwise audio. */
    as: z.optional(z.enum(['video', 'audio', 'gif', 'webp'])),
  })
  .check(z.refine(({ start, end }) => end > start, { path: ['end'] }));
export type ClipWish = z.infer<typeof clipWishSchema>;
export type ClipKind = NonNullable<ClipWish['as']>;

/** The audio of an offer as another file type. `bitrate` is in kbit/s, for types that have one. */
export const convertWishSchema = z.object({
  kind: z.literal('convert'),
  to: soundTypeSchema,
  bitrate: z.optional(z.number().check(z.int(), z.minimum(32), z.maximum(320))),
});
export type ConvertWish = z.infer<typeof convertWishSchema>;

/** True to get the auto-generated subtitles of a language that also has written ones. */
const machine = z.optional(z.boolean());

/**
 * Subtitles as a file, or as a transcript: `txt` is running text, and `md` (Markdown) also has
 * times and chapters. `language` must be one of the languages of the item's `subtitles`.
 */
export const subtitleWishSchema = z.object({
  kind: z.literal('subtitle'),
  language: id,
  format: z.enum(['srt', 'vtt', 'txt', 'md']),
  machine,
});
export type SubtitleWish = z.infer<typeof subtitleWishSchema>;

/** An offer with video, in which the subtitles are embedded as a track. */
export const captionedWishSchema = z.object({
  kind: z.literal('captioned'),
  language: id,
  machine,
});
export type CaptionedWish = z.infer<typeof captionedWishSchema>;

/** Several entries of a list as a single zip file. */
export const bundleWishSchema = z.object({
  kind: z.literal('bundle'),
  entries: z.array(id).check(z.minLength(1), z.maxLength(LIMITS.bundleEntries)),
  quality: z._default(listQualitySchema, '720p'),
  /** The language of the text files that list missing and damaged entries. The default is English. */
  language: z.optional(z.enum(ACCOUNT_LANGUAGES)),
});
export type BundleWish = z.infer<typeof bundleWishSchema>;

/** One entry of a list as a separate file. */
export const entryWishSchema = z.object({
  kind: z.literal('entry'),
  entry: id,
  quality: z._default(listQualitySchema, '720p'),
});
export type EntryWish = z.infer<typeof entryWishSchema>;

/** A request that the id of an offer alone can't express (contract, "Merge tasks": `recipe`). */
export const wishSchema = z.discriminatedUnion('kind', [
  clipWishSchema,
  convertWishSchema,
  subtitleWishSchema,
  captionedWishSchema,
  bundleWishSchema,
  entryWishSchema,
]);
export type Wish = z.infer<typeof wishSchema>;

/**
 * POST /api/download/tasks. `task_id` is the `offer_id` of an item's format, or the `task_id` of a
 * list.
 */
export const createTaskInputSchema = z.object({
  task_id: z.string().check(z.minLength(1), z.maxLength(200)),
  recipe: wishSchema,
  callback_url: z.optional(callbackUrlSchema),
});
export type CreateTaskInput = z.infer<typeof createTaskInputSchema>;

/** The reply, with a status of 201. The task is started like any other task. */
export const createTaskReplySchema = z.object({
  task_id: z.string(),
  status: z.literal('prepared'),
  /**
   * The suggested filename. For an entry of a list, this is a guess until its page has been read.
   */
  filename: z.string(),
});
export type CreateTaskReply = z.infer<typeof createTaskReplySchema>;
