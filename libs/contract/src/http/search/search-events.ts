import * as z from 'zod/mini';
import { errorReplySchema } from '../error.js';
import { videoInfoSchema } from './extract.js';
import { listInfoSchema } from './list.js';

/**
 * If the `Accept` header requests it, POST /api/download-video does not send a single reply but
 * streams JSON events, one per line. The events report facts that are known before the page has
 * been read, then the formats, and then missing facts and sizes. Empty lines keep the connection
 * alive. Clients should ignore events of unknown types.
 */
export const SEARCH_STREAM_TYPE = 'application/x-ndjson';

const text = z.nullable(z.string());
const bytes = z.number().check(z.int(), z.positive());

/** The search is waiting in line. `place` counts from 1, and `seconds` is the estimated wait. */
export const searchWaitingSchema = z.object({
  type: z.literal('waiting'),
  place: z.number().check(z.int(), z.positive()),
  seconds: z.number().check(z.int(), z.positive()),
});
export type SearchWaiting = z.infer<typeof searchWaitingSchema>;

/**
 * The facts that are known before the page has been read. A later hint completely replaces an
 * earlier one.
 */
export const searchHintSchema = z.object({
  type: z.literal('hint'),
  platform: z.string(),
  title: text,
  /** Load it through the image proxy, with `thumbnail_grant`. */
  thumbnail_url: text,
  thumbnail_grant: z._default(text, null),
  uploader: text,
});
export type SearchHint = z.infer<typeof searchHintSchema>;

/** Sizes that were determined after the formats had been sent, by the index of the format. */
export const searchSizesSchema = z.object({
  type: z.literal('sizes'),
  sizes: z.array(
    z.object({
      at: z.number().check(z.int(), z.nonnegative()),
      filesize: bytes,
      filesize_approx: z.boolean(),
    }),
  ),
});
export type SearchSizes = z.infer<typeof searchSizesSchema>;

/**
 * Facts that the page does not state, read from the start of a file after the formats were sent:
 * the duration, and changed fields of formats, by the index of the format.
 */
export const searchFactsSchema = z.object({
  type: z.literal('facts'),
  /** In seconds; null if the file doesn't state it. */
  duration: z.nullable(z.number()),
  formats: z.array(
    z.object({
      at: z.number().check(z.int(), z.nonnegative()),
      resolution: text,
      quality: text,
      label: z.string(),
      filename: z.string(),
      filesize: z.nullable(bytes),
      filesize_approx: z.boolean(),
    }),
  ),
});
export type SearchFacts = z.infer<typeof searchFactsSchema>;

/**
 * One line of the stream. The stream ends with `error`, with `list`, or with `result` and the
 * events that follow it.
 */
export const searchEventSchema = z.discriminatedUnion('type', [
  searchWaitingSchema,
  z.object({ type: z.literal('reading') }),
  searchHintSchema,
  z.object({ type: z.literal('result'), info: videoInfoSchema }),
  /** The link leads to a list. This is the other kind of successful outcome. */
  z.object({ type: z.literal('list'), list: listInfoSchema }),
  searchFactsSchema,
  searchSizesSchema,
  z.extend(errorReplySchema, {
    type: z.literal('error'),
    /** The number of seconds after which to retry the same search. */
    retry_after: z.nullable(z.number()),
  }),
]);
export type SearchEvent = z.infer<typeof searchEventSchema>;
