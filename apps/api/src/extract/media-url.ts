import { createHash } from 'node:crypto';

/** The key under which a URL is remembered: URLs are long, and hold tokens that no index needs. */
export function urlHash(url: string): string {
  return createHash('sha256').update(url).digest('hex');
}
