import * as z from 'zod/mini';
import type { PreviewQuery } from './preview.js';

/**
 * What a link is made for: the parameters of /preview. What is empty counts as not there; how they
 * are checked and kept is said in shared-params.ts, for the server alone.
 */
export type SharedParams = {
  readonly [Key in keyof PreviewQuery]?: string | number | boolean | null | undefined;
};

/** POST /api/shorten-preview */
export interface ShortenRequest {
  readonly params: SharedParams;
}

/** `short_url` is absolute; the same params give the same. */
export const shortenReplySchema = z.object({ short_url: z.string() });
export type ShortenReply = z.infer<typeof shortenReplySchema>;
