import { detectPlatform } from '@dipper/media';
import type { Grant } from '../extract/offers/grants.service.js';

/**
 * True if a media URL was issued for a TikTok page, which means that the page is sent as the
 * Referer, or that the URL is on TikTok's site.
 */
export function isTiktokGrant({ url, headers }: Pick<Grant, 'url' | 'headers'>): boolean {
  return [headers['referer'] ?? '', url].some((link) => detectPlatform(link)?.id === 'tiktok');
}
