import { parseUrl } from './parse-url.js';

/**
 * Parses an http(s) URL; null for any other text. The host of the result is in lower case, in
 * ASCII, and without a trailing dot.
 */
export const httpUrl = (text: string): URL | null => {
  const url = parseUrl(text.trim());
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    return null;
  }
  if (url.hostname.endsWith('.')) {
    url.hostname = url.hostname.slice(0, -1);
  }
  return url;
};

/**
 * True if a host is the domain or one of its subdomains. Compares whole labels, so netflix.com does
 * not count as x.com.
 */
export const isHostOf = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);
