import * as z from 'zod/mini';
import { errorReplySchema } from './error.js';
import { videoInfoSchema } from './extract.js';
import { listInfoSchema } from './list.js';

/**
 * Asked for in `Accept`, POST /api/download-video answers with one event of JSON a line instead of
 * one reply: what is known while the page is read, then the list, then sizes that it lacked.
 * Empty lines keep the connection alive; events of other types are for newer clients.
 */
export const SEARCH_STREAM_TYPE = 'application/x-ndjson';

const text = z.nullable(z.string());
const bytes = z.number().check(z.int(), z.positive());

/** Others are before this search. `place` counts from 1; `seconds` until it begins, about. */
export const searchWaitingSchema = z.object({
  type: z.literal('waiting'),
  place: z.number().check(z.int(), z.positive()),
  seconds: z.number().check(z.int(), z.positive()),
});
export type SearchWaiting = z.infer<typeof searchWaitingSchema>;

/** What is known without reading the page. A later hint stands in for all of an earlier one. */
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

/** Sizes asked of the source once the list was out, by the index of their format. */
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
  /** Several things are behind the link: the other way in which a search ends well. */
  z.object({ type: z.literal('list'), list: listInfoSchema }),
  searchSizesSchema,
  z.extend(errorReplySchema, {
    type: z.literal('error'),
    /** Seconds after which the same search is worth another try. */
    retry_after: z.nullable(z.number()),
  }),
]);
export type SearchEvent = z.infer<typeof searchEventSchema>;
