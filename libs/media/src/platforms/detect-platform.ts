import { httpUrl, isHostOf } from '../links/http-url.js';
import { PLATFORMS, type Platform } from './platforms.js';

/** The name for a site that is not in PLATFORMS (specification §3). */
export const UNKNOWN_PLATFORM = 'Unknown Platform';

export type MediaType = 'podcast' | 'audio' | 'video';

/**
 * The platform of a link; null if unknown. Only the host decides, and a known name in the path, in
 * the query or before an `@` is ignored.
 */
export const detectPlatform = (url: string): Platform | null => {
  const host = httpUrl(url)?.hostname;
  if (host === undefined) {
    return null;
  }
  return PLATFORMS.find(({ match }) => match.some((domain) => isHostOf(host, domain))) ?? null;
};

/** The display name of the platform; 'Unknown Platform' for other sites. */
export const platformName = (url: string): string =>
  detectPlatform(url)?.displayName ?? UNKNOWN_PLATFORM;

/**
 * The name of a site as visitors know it: the platform's name, or else the host without `www.`,
 * which is more helpful than 'Unknown Platform'. Only the titles of documents need `platformName`.
 * @returns null for anything but an http(s) URL
 */
export const siteName = (url: string): string | null =>
  detectPlatform(url)?.displayName ?? httpUrl(url)?.hostname.replace(/^www\./, '') ?? null;

/** Returns 'podcast' for podcast sites; otherwise `isAudio` decides (specification §3). */
export const mediaTypeOf = (url: string, isAudio: boolean): MediaType => {
  if (detectPlatform(url)?.podcast) {
    return 'podcast';
  }
  return isAudio ? 'audio' : 'video';
};
