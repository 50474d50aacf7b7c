import * as z from 'zod/mini';
import { errorReplySchema } from './error.js';
import { videoInfoSchema } from './extract.js';
import { listInfoSchema } from './list.js';

/**
 * If requested by `Accept`, POST /api/download-video streams one JSON event per line instead of a
 * single reply: what is known while the page is read, then the formats, then sizes that were
 * missing. Empty lines keep the connection alive; ignore events of unknown types.
 */
export const SEARCH_STREAM_TYPE = 'application/x-ndjson';

const text = z.nullable(z.string());
const bytes = z.number().check(z.int(), z.positive());

/** The search is waiting in line. `place` counts from 1; `seconds` is the estimated wait. */
export const searchWaitingSchema = z.object({
  type: z.literal('waiting'),
  place: z.number().check(z.int(), z.positive()),
  seconds: z.number().check(z.int(), z.positive()),
});
export type SearchWaiting = z.infer<typeof searchWaitingSchema>;

/** Facts known before the page is read. A later hint replaces the earlier one completely. */
export const searchHintSchema = z.object({
  type: z.literal('hint'),
  platform: z.string(),
  title: text,
  /** Served by the image proxy, with the grant beside it. */
  thumbnail_url: text,
  thumbnail_grant: z._default(text, null),
  uploader: text,
});
export type SearchHint = z.infer<typeof searchHintSchema>;

/** Sizes determined after the formats were sent, by index of their format. */
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

/** One line of the stream. It ends with `error`, `list`, or with `result` and what follows it. */
export const searchEventSchema = z.discriminatedUnion('type', [
  searchWaitingSchema,
  z.object({ type: z.literal('reading') }),
  searchHintSchema,
  z.object({ type: z.literal('result'), info: videoInfoSchema }),
  /** The link leads to a list: the other successful end of a search. */
  z.object({ type: z.literal('list'), list: listInfoSchema }),
  searchSizesSchema,
  z.extend(errorReplySchema, {
    type: z.literal('error'),
    /** Seconds after which to retry the same search. */
    retry_after: z.nullable(z.number()),
  }),
]);
export type SearchEvent = z.infer<typeof searchEventSchema>;
