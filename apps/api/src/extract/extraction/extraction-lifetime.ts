import { LIMITS } from '@dipper/contract';
import { type Offer, streamsOf } from '../formats/offer.js';
import { urlExpiry } from './url-expiry.js';

/**
 * How long the URLs of an extraction can be relayed and merged. This is longer than any playback,
 * but shorter than most media URLs stay valid (docs/decisions/0005). If a media URL expires sooner,
 * its page is read again.
 */
export const EXTRACTION_LIFETIME_MS = 6 * 3600 * 1000;

/**
 * Until when the same link gets the same result: 60 s from now, or less if the media URLs expire
 * sooner.
 */
export function freshUntil(offers: readonly Offer[], now: Date): Date {
  const ends = offers.flatMap(streamsOf).map(({ url }) => urlExpiry(url)?.getTime() ?? Infinity);
  return new Date(Math.min(now.getTime() + LIMITS.freshnessSeconds * 1000, ...ends));
}

export function expiresAt(now: Date): Date {
  return new Date(now.getTime() + EXTRACTION_LIFETIME_MS);
}
