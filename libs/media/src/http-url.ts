import { parseUrl } from './parse-url.js';

/**
 * The parsed form of an http(s) URL, or null for anything else.
 * The host comes out lower case, in ASCII, without a trailing dot.
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
 * Whether a host is the domain or a subdomain of it; compares whole labels, so netflix.com is not
 * x.com.
 */
export const isHostOf = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);
