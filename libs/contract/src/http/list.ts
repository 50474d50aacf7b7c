import * as z from 'zod/mini';
import { LIMITS } from '../limits.js';

const nullableText = z.nullable(z.string());

/** One of several things behind a link. `duration` in seconds. */
export const listEntrySchema = z.object({
  /** Names it in a bundle. */
  id: z.string(),
  /** What is searched for to see its formats; for a picture the picture itself. */
  url: z.string(),
  title: nullableText,
  /** Served by the image proxy, with the grant beside it. */
  thumbnail_url: nullableText,
  thumbnail_grant: z._default(nullableText, null),
  uploader: nullableText,
  duration: z.nullable(z.number()),
  kind: z.enum(['media', 'picture']),
  /** Of a picture: the grant for `url`. */
  picture_grant: z._default(nullableText, null),
});
export type ListEntry = z.infer<typeof listEntrySchema>;

/** The reply of a search for a link behind which there are several things, and of POST /api/download/lists. */
export const listInfoSchema = z.object({
  kind: z.literal('list'),
  /** For wishes for its entries (`POST /api/download/tasks`). */
  task_id: z.string(),
  title: z.string(),
  platform: z.string(),
  /** Null for links that were pasted together. */
  webpage_url: nullableText,
  thumbnail_url: nullableText,
  thumbnail_grant: z._default(nullableText, null),
  uploader: nullableText,
  /** How many the source has; null when it does not say. At least as many as `entries`. */
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

/** Where an entry of a bundle stands. */
export const entryStandingSchema = z.object({
  id: z.string(),
  title: nullableText,
  state: z.enum(['waiting', 'making', 'done', 'failed']),
  /** Why it is not in the bundle; null unless it failed. */
  error_code: nullableText,
});
export type EntryStanding = z.infer<typeof entryStandingSchema>;
