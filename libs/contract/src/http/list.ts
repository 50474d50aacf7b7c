import * as z from 'zod/mini';
import { LIMITS } from '../limits.js';

const nullableText = z.nullable(z.string());

/** An entry of a list. `duration` in seconds. */
export const listEntrySchema = z.object({
  /** Identifies it in a bundle. */
  id: z.string(),
  /** The link to submit for its formats; for an image, the image's own URL. */
  url: z.string(),
  title: nullableText,
  /** Served by the image proxy, with the grant beside it. */
  thumbnail_url: nullableText,
  thumbnail_grant: z._default(nullableText, null),
  uploader: nullableText,
  duration: z.nullable(z.number()),
  kind: z.enum(['media', 'picture']),
  /** For an image: the grant for `url`. */
  picture_grant: z._default(nullableText, null),
});
export type ListEntry = z.infer<typeof listEntrySchema>;

/** The reply of a search whose link leads to a list, and of POST /api/download/lists. */
export const listInfoSchema = z.object({
  kind: z.literal('list'),
  /** Identifies the list in wishes for its entries (`POST /api/download/tasks`). */
  task_id: z.string(),
  title: z.string(),
  platform: z.string(),
  /** Null for links that were pasted together. */
  webpage_url: nullableText,
  thumbnail_url: nullableText,
  thumbnail_grant: z._default(nullableText, null),
  uploader: nullableText,
  /** Number of entries at the source, at least that of `entries`; null if unknown. */
  total: z.nullable(z.number()),
  entries: z.array(listEntrySchema).check(z.minLength(1)),
});
export type ListInfo = z.infer<typeof listInfoSchema>;

/** POST /api/download/lists: links that were pasted together. */
export const pastedLinksSchema = z.object({
  links: z
    .array(z.string().check(z.minLength(1), z.maxLength(LIMITS.linkTextLength)))
    .check(z.minLength(1), z.maxLength(LIMITS.bundleEntries)),
});
export type PastedLinks = z.infer<typeof pastedLinksSchema>;

/** State of a bundle's entry. */
export const entryStandingSchema = z.object({
  id: z.string(),
  title: nullableText,
  state: z.enum(['waiting', 'making', 'done', 'failed']),
  /** Why it is not in the bundle; null unless it failed. */
  error_code: nullableText,
});
export type EntryStanding = z.infer<typeof entryStandingSchema>;
