import { cutGraphemes } from './cut-graphemes.js';

/** A URL cut to `limit` characters for display, with '...' if it was cut. */
export const truncateUrl = (url: string, limit: number): string => cutGraphemes(url, limit, '...');
