import { LIMITS } from '@dipper/contract';
import type { Offer } from '../formats/offer.js';
import { urlExpiry } from './url-expiry.js';

/**
 * How long what a page handed out can be relayed and merged: longer than anybody listens, shorter
 * than sites keep their links (docs/decisions/0005). A link that ends sooner is fetched anew.
 */
export const EXTRACTION_LIFETIME_MS = 6 * 3600 * 1000;

/** Until when the same link is answered alike: 60 s, or the media URLs' own expiry if sooner. */
export function freshUntil(offers: readonly Offer[], now: Date): Date {
  const ends = offers
    .flatMap(({ main, sound }) => (sound === null ? [main.url] : [main.url, sound.url]))
    .map((url) => urlExpiry(url)?.getTime() ?? Infinity);
  return new Date(Math.min(now.getTime() + LIMITS.freshnessSeconds * 1000, ...ends));
}

/** Until when an extraction is kept. */
export function expiresAt(now: Date): Date {
  return new Date(now.getTime() + EXTRACTION_LIFETIME_MS);
}
