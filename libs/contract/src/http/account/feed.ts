import * as z from 'zod/mini';

/** POST /api/auth/feed/items */
export const addToFeedInputSchema = z.object({
  task_id: z.string().check(z.regex(/^[\w-]{1,128}$/)),
});
export type AddToFeedInput = z.infer<typeof addToFeedInputSchema>;

export const feedItemSchema = z.object({
  id: z.string(),
  task_id: z.string(),
  title: z.string(),
  /** The artist or uploader; otherwise the site. */
  author: z.string(),
  /** The original page. */
  url: z.string(),
  /** Seconds. */
  duration: z.nullable(z.number()),
  /** The media type of the file. */
  type: z.string(),
  filename: z.string(),
  bytes: z.number(),
  added_at: z.string(),
  /** The remaining lifetime of the file by the server's clock, in seconds; null if it has expired. */
  expires_in_seconds: z.nullable(z.number()),
});
export type FeedItem = z.infer<typeof feedItemSchema>;

/** POST /api/auth/feed/renew */
export const feedAddressReplySchema = z.object({
  /** The secret address, for a podcast app. */
  url: z.string(),
});
export type FeedAddressReply = z.infer<typeof feedAddressReplySchema>;

/** GET /api/auth/feed */
export const feedReplySchema = z.object({
  /** The secret address; null if there is no feed. */
  url: z.nullable(z.string()),
  /** The newest come first. */
  items: z.array(feedItemSchema),
  /** How many items the feed can have. */
  limit: z.number(),
});
export type FeedReply = z.infer<typeof feedReplySchema>;

/** DELETE /api/auth/feed */
export const deletedFeedReplySchema = z.object({ deleted: z.boolean() });
export type DeletedFeedReply = z.infer<typeof deletedFeedReplySchema>;

/** DELETE /api/auth/feed/items/{id} */
export const removedFeedItemReplySchema = z.object({ removed: z.boolean() });
export type RemovedFeedItemReply = z.infer<typeof removedFeedItemReplySchema>;
