import { parseUrl } from '@dipper/media';
import * as z from 'zod/mini';
import { taskIdOfStartMerge } from '../paths.js';
import { previewQuerySchema } from './preview.js';

const LONGEST = 8192;

/** http(s), or the start-merge path of a task, which is what `format.url` holds for a merge. */
function isLink(value: string): boolean {
  if (taskIdOfStartMerge(value) !== null && value.startsWith('/')) {
    return true;
  }
  return /^https?:$/.test(parseUrl(value)?.protocol ?? '');
}

const text = z.string().check(z.maxLength(LONGEST));
const link = text.check(z.refine(isLink));
const pageLink = text.check(z.refine((value) => isLink(value) && !value.startsWith('/')));
const amount = z.union([z.number(), text]);

/**
 * What a short link keeps: the parameters of /preview, and of those nothing that is empty. `url` and
 * `source_url` with the wanted resolution and kind are enough to fetch the same file again.
 */
export const sharedParamsSchema = z.strictObject({
  task_id: z.optional(z.nullable(text)),
  video_format_id: z.optional(z.nullable(text)),
  audio_format_id: z.optional(z.nullable(text)),
  url: z.optional(z.union([z.null(), z.literal(''), link])),
  title: z.optional(z.nullable(text)),
  filename: z.optional(z.nullable(text)),
  is_audio: z.optional(z.union([z.null(), z.boolean(), z.enum(['', 'true', 'false'])])),
  source_url: z.optional(z.union([z.null(), z.literal(''), pageLink])),
  resolution: z.optional(z.nullable(text)),
  filesize: z.optional(z.nullable(amount)),
  bitrate: z.optional(z.nullable(amount)),
  thumbnail_url: z.optional(z.union([z.null(), z.literal(''), pageLink])),
} satisfies Record<keyof typeof previewQuerySchema.shape, unknown>);
export type SharedParams = z.infer<typeof sharedParamsSchema>;

/** POST /api/shorten-preview */
export const shortenRequestSchema = z.object({ params: sharedParamsSchema });
export type ShortenRequest = z.infer<typeof shortenRequestSchema>;

/** `short_url` is absolute; the same params give the same. */
export const shortenReplySchema = z.object({ short_url: z.string() });
export type ShortenReply = z.infer<typeof shortenReplySchema>;
