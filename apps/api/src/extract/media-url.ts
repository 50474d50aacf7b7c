import { parseUrl } from '@dipper/media';
import { createHash } from 'node:crypto';

/** The key under which a URL is remembered: URLs are long, and hold tokens that no index needs. */
export function urlHash(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}

/**
 * An http(s) address in the one spelling that browsers and our own requests use (spaces encoded,
 * the host in lower case), so that what comes back is what was handed out; null for any other.
 */
export function httpHref(address: string | null | undefined): string | null {
  const url = parseUrl(address ?? '');
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null;
}
