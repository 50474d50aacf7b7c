import * as z from 'zod/mini';
import type { PreviewQuery } from './preview.js';

/**
 * The parameters of /preview for which a short link is created. Empty values are treated as
 * missing. shared-params.ts, which runs only on the server, validates and normalizes the
 * parameters.
 */
export type SharedParams = {
  readonly [Key in keyof PreviewQuery]?: string | number | boolean | null | undefined;
};

/** POST /api/shorten-preview */
export interface ShortenRequest {
  readonly params: SharedParams;
}

/** `short_url` is absolute. The same params always return the same link. */
export const shortenReplySchema = z.object({ short_url: z.string() });
export type ShortenReply = z.infer<typeof shortenReplySchema>;
