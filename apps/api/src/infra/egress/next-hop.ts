import { parseUrl } from '@dipper/media';
/** One request in a chain of redirects. Header names are in lower case. */
export interface Hop {
  url: string;
  method: 'GET' | 'HEAD' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/**
 * Headers that are valid for a single origin (Fetch standard, "HTTP-redirect fetch"). Cookies are
 * included, because the caller sets them and there is no cookie jar.
 */
const FOR_ONE_ORIGIN = new Set(['authorization', 'cookie', 'proxy-authorization']);
const OF_THE_BODY = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
]);

/**
 * The request to which a response redirects (RFC 9110 §15.4; the method changes as in the Fetch
 * standard).
 *
 * @param hop the request that got the response
 * @param status the status of the response
 * @param location the response's Location header, if any
 * @returns the next request, or null for a final response. The URL is resolved but not checked, and
 * may have any scheme. A URL that can't be parsed is returned unchanged, so that the policy refuses
 * it.
 */
export function nextHop(hop: Hop, status: number, location: string | undefined): Hop | null {
  if (!REDIRECTS.has(status) || location === undefined) {
    return null;
  }
  const url = parseUrl(location, hop.url)?.href ?? location;
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') || (status < 303 && hop.method === 'POST');
  const crossesOrigin = parseUrl(url)?.origin !== new URL(hop.url).origin;
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(
      ([name]) =>
        !(crossesOrigin && FOR_ONE_ORIGIN.has(name)) && !(becomesGet && OF_THE_BODY.has(name)),
    ),
  );
  return becomesGet ? { url, method: 'GET', headers } : { ...hop, url, headers };
}
