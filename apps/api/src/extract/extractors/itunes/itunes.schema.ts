import * as z from 'zod';
import { id, listOf, number, text } from '../page/loose-fields.js';

const resultSchema = z.object({
  wrapperType: text,
  kind: text,
  trackId: id,
  trackName: text,
  // For a podcast, its number of episodes.
  trackCount: number,
  trackTimeMillis: number,
  collectionId: id,
  collectionName: text,
  artistName: text,
  feedUrl: text,
  artworkUrl600: text,
  artworkUrl160: text,
  episodeUrl: text,
  episodeGuid: text,
  episodeContentType: text,
  releaseDate: text,
  description: text,
});
export type ItunesResult = z.infer<typeof resultSchema>;

/** A reply from the iTunes Search API (Apple's "iTunes Search API", "Understanding Search Results"). */
export const itunesReplySchema = z.object({ results: listOf(resultSchema) });

/**
 * The URL of the artwork in a large size. The store serves artwork in any size under the same path:
 * `…/600x600bb.jpg`.
 */
export function largestArtwork(url: string | null | undefined): string | null {
  return url?.replace(/\/\d{2,4}x\d{2,4}(bb)?(?=[-.][\w.-]+$)/, '/1200x1200$1') ?? null;
}

/** A date in these replies, as milliseconds since 1970; null if it is missing or invalid. */
export function dateOf(text: unknown): number | null {
  const time = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : time;
}
