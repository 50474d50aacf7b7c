import { httpUrl, isHostOf } from './http-url.js';
import { PLATFORMS, type Platform } from './platforms.js';

/** Shown for a link of a site without a row (specification §3). */
export const UNKNOWN_PLATFORM = 'Unknown Platform';

export type MediaType = 'podcast' | 'audio' | 'video';

/**
 * The platform that a link belongs to, or null. Only the host decides: a known name in the path,
 * in the query or before an `@` does not count.
 */
export const detectPlatform = (url: string): Platform | null => {
  const host = httpUrl(url)?.hostname;
  if (host === undefined) {
    return null;
  }
  return PLATFORMS.find(({ match }) => match.some((domain) => isHostOf(host, domain))) ?? null;
};

/** The platform's name for people; 'Unknown Platform' for a link of no known site. */
export const platformName = (url: string): string =>
  detectPlatform(url)?.displayName ?? UNKNOWN_PLATFORM;

/** Podcast for the podcast sites, otherwise what `isAudio` says (specification §3). */
export const mediaTypeOf = (url: string, isAudio: boolean): MediaType => {
  if (detectPlatform(url)?.podcast) {
    return 'podcast';
  }
  return isAudio ? 'audio' : 'video';
};
