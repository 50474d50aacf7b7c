import * as z from 'zod/mini';
import { LIMITS } from '../../limits.js';

const nullableText = z.nullable(z.string());

/** An entry in a list. `duration` is in seconds. */
export const listEntrySchema = z.object({
  /** Identifies the entry in a bundle. */
  id: z.string(),
  /** The link to submit to get the entry's formats. For an image, this is the image's own URL. */
  url: z.string(),
  title: nullableText,
  /** Load it through the image proxy, with `thumbnail_grant`. */
  thumbnail_url: nullableText,
  thumbnail_grant: z._default(nullableText, null),
  uploader: nullableText,
  duration: z.nullable(z.number()),
  kind: z.enum(['media', 'picture']),
  /** The grant for `url` if the entry is an image. */
  picture_grant: z._default(nullableText, null),
});
export type ListEntry = z.infer<typeof listEntrySchema>;

/** The reply to a search whose link leads to a list, and to POST /api/download/lists. */
export const listInfoSchema = z.object({
  kind: z.literal('list'),
  /** Identifies the list in a `Wish` for its entries (`POST /api/download/tasks`). */
  task_id: z.string(),
  title: z.string(),
  platform: z.string(),
  /** Null for several links that were pasted together. */
  webpage_url: nullableText,
  thumbnail_url: nullableText,
  thumbnail_grant: z._default(nullableText, null),
  uploader: nullableText,
  /**
   * The number of entries at the source, which is at least the length of `entries`; null if
   * unknown.
   */
  total: z.nullable(z.number()),
  /** True if all entries are known to be audio, so that no resolution fits them. */
  is_audio: z._default(z.boolean(), false),
  entries: z.array(listEntrySchema).check(z.minLength(1)),
});
export type ListInfo = z.infer<typeof listInfoSchema>;

/** POST /api/download/lists: several links that were pasted together. */
export const pastedLinksSchema = z.object({
  links: z
    .array(z.string().check(z.minLength(1), z.maxLength(LIMITS.linkTextLength)))
    .check(z.minLength(1), z.maxLength(LIMITS.bundleEntries)),
});
export type PastedLinks = z.infer<typeof pastedLinksSchema>;

export const entryStandingSchema = z.object({
  id: z.string(),
  title: nullableText,
  state: z.enum(['waiting', 'making', 'done', 'failed']),
  /** Why the entry is missing from the bundle; null unless it failed. */
  error_code: nullableText,
});
export type EntryStanding = z.infer<typeof entryStandingSchema>;
