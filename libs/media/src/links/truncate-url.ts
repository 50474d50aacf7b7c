import { cutGraphemes } from '../text/cut-graphemes.js';

/** Cuts a URL to `limit` characters for display, and adds '...' if it was cut. */
export const truncateUrl = (url: string, limit: number): string => cutGraphemes(url, limit, '...');
