import { detectPlatform } from '@dipper/media';
import type { Grant } from '../extract/grants.service.js';

/** Whether a media URL was handed out for a page of TikTok: its CDN is asked with that page as Referer. */
export function isTiktokGrant({ url, headers }: Pick<Grant, 'url' | 'headers'>): boolean {
  return [headers['referer'] ?? '', url].some((link) => detectPlatform(link)?.id === 'tiktok');
}
