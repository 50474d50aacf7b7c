import { detectPlatform, PLATFORM_IDS, type PlatformId } from '@dipper/media';

/**
 * A key in the operator's settings: a platform, or `other` for every site that is not in our list.
 */
export type Site = PlatformId | 'other';

export const SITES: readonly Site[] = [...PLATFORM_IDS, 'other'];

/** The site of a page, a short link, or any other URL on the site's own hosts. */
export function siteOf(url: string): Site {
  return detectPlatform(url)?.id ?? 'other';
}
