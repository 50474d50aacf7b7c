import * as z from 'zod/mini';
import { LIMITS } from '../../limits.js';
import { ONE_LINE, WEB_ADDRESS } from '../text-patterns.js';

export const HISTORY_SORTS = ['date', 'title', 'platform', 'size'] as const;
export type HistorySort = (typeof HISTORY_SORTS)[number];

const count = (max: number) => z.coerce.number().check(z.int(), z.minimum(1), z.maximum(max));

/** GET /api/auth/download-history */
export const historyQuerySchema = z.object({
  page: z._default(count(LIMITS.historyPages), 1),
  limit: z._default(count(LIMITS.historyPage), LIMITS.historyPage),
  sort: z._default(z.enum(HISTORY_SORTS), 'date'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(ONE_LINE));
const webAddress = z
  .string()
  .check(z.trim(), z.maxLength(LIMITS.linkTextLength), z.regex(WEB_ADDRESS));

/** POST /api/auth/download-history: a download to save. Unknown values are null or left out. */
export const historyRecordSchema = z.object({
  /** The page from which the download came. */
  url: webAddress,
  title: text(1000),
  platform: z.nullish(text(60)),
  format: z.enum(['audio', 'video']),
  /** Human-readable: "1080p", "192 kbps". */
  quality: z.nullish(text(60)),
  /** The size in bytes. */
  file_size: z.nullish(z.number().check(z.int(), z.nonnegative())),
  thumbnail_url: z.nullish(z.union([z.literal(''), webAddress])),
  /**
   * The task that prepares the file, if there is one. The task is saved once, and its entry shows
   * the state of the task.
   */
  task_id: z.nullish(z.string().check(z.regex(/^[\w-]{1,128}$/))),
  /** The duration in seconds. */
  duration: z.nullish(z.number().check(z.nonnegative(), z.maximum(LIMITS.longestSeconds))),
});
export type HistoryRecord = z.infer<typeof historyRecordSchema>;

export const historyItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  /** The id of a platform ("youtube"), or the host of another site. */
  platform: z.string(),
  format: z.enum(['audio', 'video']),
  quality: z.nullable(z.string()),
  /** The size in bytes. */
  file_size: z.nullable(z.number()),
  /** The duration in seconds. */
  duration: z.nullable(z.number()),
  /** An ISO 8601 time. */
  download_time: z.string(),
  status: z.enum(['completed', 'failed', 'in_progress']),
  thumbnail_url: z.nullable(z.string()),
  /** The grant for that picture at the image proxy; null if there is none. */
  thumbnail_grant: z._default(z.nullable(z.string()), null),
  /** The path of the file; null if the file has expired or was never stored here. */
  file_url: z.nullable(z.string()),
  /**
   * The remaining lifetime of the file by the server's clock, in seconds; null if `file_url` is
   * null.
   */
  expires_in_seconds: z.nullable(z.number()),
});
export type HistoryItem = z.infer<typeof historyItemSchema>;

export const historyReplySchema = z.object({
  history: z.array(historyItemSchema),
  page: z.number(),
  pages: z.number(),
  total: z.number(),
});
export type HistoryReply = z.infer<typeof historyReplySchema>;

/**
 * POST: true if an entry was added; false if the download has already been saved, or if the history
 * is off.
 */
export const historyKeptReplySchema = z.object({ saved: z.boolean() });
export type HistoryKeptReply = z.infer<typeof historyKeptReplySchema>;

/** DELETE: the number of deleted entries. */
export const historyClearedReplySchema = z.object({ deleted: z.number() });
export type HistoryClearedReply = z.infer<typeof historyClearedReplySchema>;
