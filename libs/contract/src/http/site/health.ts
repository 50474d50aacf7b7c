import * as z from 'zod/mini';

/** GET /api/health */
export const healthSchema = z.object({ status: z.literal('ok') });
export type Health = z.infer<typeof healthSchema>;

const outcomeSchema = z.enum(['ok', 'failing']);

/** The yt-dlp in use. `version` is null if none can be run. */
const ytDlpFactsSchema = z.object({
  version: z.nullable(z.string()),
  /** Where this yt-dlp came from. */
  origin: z.nullable(z.enum(['given', 'updated', 'bundled', 'path'])),
  /** Whether pages are read by a fork of a resident yt-dlp, or by running its command line. */
  way: z.enum(['resident', 'command']),
  /** Memory used by the resident process. */
  memory_bytes: z.nullable(z.number()),
});
export type YtDlpFacts = z.infer<typeof ytDlpFactsSchema>;

/** GET /api/ready */
export const readyReplySchema = z.object({
  /** Fails once a stop signal has arrived. */
  server: outcomeSchema,
  database: outcomeSchema,
  queue: outcomeSchema,
  disk: outcomeSchema,
  /** The S3 bucket; missing if finished files are on disk. */
  storage: z.optional(outcomeSchema),
  programs: outcomeSchema,
  yt_dlp: ytDlpFactsSchema,
});
export type ReadyReply = z.infer<typeof readyReplySchema>;
