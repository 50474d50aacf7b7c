import { parseUrl } from '@dipper/media';
import type { Request } from 'express';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * A name, an IPv4 or a bracketed IPv6 address, and an optional port; nothing that could break out
 * of an attribute or URL.
 */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/** The longest DNS name (RFC 1035 §2.3.4), and a port. */
const MAX_LENGTH = 255 + ':65535'.length;

/** True for a well-formed Host header; ports end at 65535. */
export function isHost(text: string): boolean {
  return text.length <= MAX_LENGTH && HOST.test(text) && parseUrl(`http://${text}/`) !== null;
}

/** True for names that always mean this machine. @param hostname of a URL */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/**
 * True when a request names its host exactly once and well-formed (RFC 9112 §3.2): given two Host
 * headers, or a Host that differs from the request line, a proxy may believe the other one.
 */
export function namesOneHost({ rawHeaders, headers, httpVersion, url }: IncomingMessage): boolean {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length;
  if (count === 0) {
    // HTTP/1.0 has no Host, and some load balancers still use it for health checks.
    return httpVersion === '1.0';
  }
  const { host = '' } = headers;
  const target = url ?? '';
  const isRelative = target.startsWith('/') || target === '*';
  return count === 1 && isHost(host) && (isRelative || hasHost(parseUrl(target), host));
}

/**
 * The origin under which a visitor sees us, as browsers write it: lower case, without a default
 * port or trailing slash. The scheme comes from a trusted proxy's X-Forwarded-Proto, of which only
 * http and https count.
 */
export function visitedOrigin(request: Pick<Request, 'protocol' | 'get'>): string {
  const scheme = request.protocol.toLowerCase() === 'https' ? 'https' : 'http';
  const written = `${scheme}://${request.get('host') ?? 'localhost'}`;
  return parseUrl(written)?.origin ?? written;
}

/**
 * True when the Origin header names one of our own hosts. Without that header, no browser page sent
 * the request; "null" is a page without an origin (a sandboxed frame, a file).
 * @param hosts with their ports, as in a Host header.
 */
export function isOwnOrigin(origin: string | undefined, hosts: readonly string[]): boolean {
  if (origin === undefined) {
    return true;
  }
  const url = parseUrl(origin);
  return hosts.some((host) => hasHost(url, host));
}

/** True for an http(s) URL of this host, with or without the default port. */
function hasHost(url: URL | null, host: string): boolean {
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    parseUrl(`${url.protocol}//${host}/`)?.host === url.host
  );
}
