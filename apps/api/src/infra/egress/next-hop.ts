import { parseUrl } from '@dipper/media';
/** A request at one hop. Header names are lower case. */
export interface Hop {
  url: string;
  method: 'GET' | 'HEAD' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/**
 * Valid for one origin only (Fetch standard, "HTTP-redirect fetch"; cookies are the caller's, not a
 * jar's).
 */
const FOR_ONE_ORIGIN = new Set(['authorization', 'cookie', 'proxy-authorization']);
const OF_THE_BODY = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
]);

/**
 * Where a response redirects a request (RFC 9110 §15.4, method changes as in the Fetch standard).
 *
 * @param hop the request that was answered
 * @param status its status
 * @param location its Location header, if any
 * @returns the next request, or null for a final response. The URL is resolved but not checked, and
 *   may have any scheme; an unparsable one is returned as it is, for the policy to refuse.
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
