import { LIMITS } from '@dipper/contract';
import type { Offer } from '../formats/offer.js';
import { urlExpiry } from './url-expiry.js';

/**
 * How long the URLs of an extraction can be relayed and merged. Longer than any playback, but
 * shorter than the time for which sites keep their media URLs valid (docs/decisions/0005). If a
 * media URL expires sooner, its page is read again.
 */
export const EXTRACTION_LIFETIME_MS = 6 * 3600 * 1000;

/**
 * Until when the same link gets the same result: 60 s from now, or less if the media URLs expire
 * sooner.
 */
export function freshUntil(offers: readonly Offer[], now: Date): Date {
  const ends = offers
    .flatMap(({ main, sound }) => (sound === null ? [main.url] : [main.url, sound.url]))
    .map((url) => urlExpiry(url)?.getTime() ?? Infinity);
  return new Date(Math.min(now.getTime() + LIMITS.freshnessSeconds * 1000, ...ends));
}

export function expiresAt(now: Date): Date {
  return new Date(now.getTime() + EXTRACTION_LIFETIME_MS);
}
