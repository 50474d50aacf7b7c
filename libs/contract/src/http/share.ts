import * as z from 'zod/mini';
import type { PreviewQuery } from './preview.js';

/**
 * The parameters of /preview that a short link is created for. Empty values count as missing;
 * shared-params.ts validates and normalizes them, on the server only.
 */
export type SharedParams = {
  readonly [Key in keyof PreviewQuery]?: string | number | boolean | null | undefined;
};

/** POST /api/shorten-preview */
export interface ShortenRequest {
  readonly params: SharedParams;
}

/** `short_url` is absolute; the same params return the same link. */
export const shortenReplySchema = z.object({ short_url: z.string() });
export type ShortenReply = z.infer<typeof shortenReplySchema>;
