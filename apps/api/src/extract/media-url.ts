import { parseUrl } from '@dipper/media';
import { createHash } from 'node:crypto';

/**
 * The database key for a URL. URLs themselves are long, and contain tokens that don't belong in an
 * index.
 */
export function urlHash(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}

/**
 * An http(s) URL in the spelling that browsers and our own requests use (spaces encoded, host in
 * lower case), so that URLs that are sent back to us match the issued ones. Null for any other
 * text.
 * @param base the URL against which a relative URL is resolved
 */
export function httpHref(address: string | null | undefined, base?: URL): string | null {
  const url = parseUrl(address ?? '', base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null;
}
