import { httpUrl, isHostOf } from './http-url.js';
import { PLATFORMS, type Platform } from './platforms.js';

/** The name for a site that PLATFORMS does not list (specification §3). */
export const UNKNOWN_PLATFORM = 'Unknown Platform';

export type MediaType = 'podcast' | 'audio' | 'video';

/**
 * A link's platform, or null. Only the host decides: a known name in the path, in the query or
 * before an `@` does not count.
 */
export const detectPlatform = (url: string): Platform | null => {
  const host = httpUrl(url)?.hostname;
  if (host === undefined) {
    return null;
  }
  return PLATFORMS.find(({ match }) => match.some((domain) => isHostOf(host, domain))) ?? null;
};

/** The platform's display name; 'Unknown Platform' for unknown sites. */
export const platformName = (url: string): string =>
  detectPlatform(url)?.displayName ?? UNKNOWN_PLATFORM;

/** 'podcast' for podcast sites, otherwise by `isAudio` (specification §3). */
export const mediaTypeOf = (url: string, isAudio: boolean): MediaType => {
  if (detectPlatform(url)?.podcast) {
    return 'podcast';
  }
  return isAudio ? 'audio' : 'video';
};
