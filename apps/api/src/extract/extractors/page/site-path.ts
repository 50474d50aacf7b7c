import { isHostOf, parseUrl } from '@dipper/media';

/** The path of a link to this host or one of its subdomains; '' for any other link. */
export function sitePath(pageUrl: string, host: string): string {
  const url = parseUrl(pageUrl);
  return url !== null && isHostOf(url.hostname, host) ? url.pathname : '';
}
