import { detectPlatform, PLATFORM_IDS, type PlatformId } from '@dipper/media';

/** The key of the operator's settings: a platform, or `other` for every site without a row. */
export type Site = PlatformId | 'other';

export const SITES: readonly Site[] = [...PLATFORM_IDS, 'other'];

/** The site of a page, a short link, or any other URL on a site's own hosts. */
export function siteOf(url: string): Site {
  return detectPlatform(url)?.id ?? 'other';
}
