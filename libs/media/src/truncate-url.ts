import { cutGraphemes } from './cut-graphemes.js';

/** How much of the original URL is shown (specification §5). */
export const DISPLAY_URL_LIMIT = 50;

/** A URL cut to `limit` characters for display, with '...' when something was cut off. */
export const truncateUrl = (url: string, limit: number = DISPLAY_URL_LIMIT): string =>
  cutGraphemes(url, limit, '...');
