import { cutGraphemes } from './cut-graphemes.js';

/** A URL cut to `limit` characters for display, with '...' when something was cut off. */
export const truncateUrl = (url: string, limit: number): string => cutGraphemes(url, limit, '...');
