import { parseUrl } from '@dipper/media';
import type { Request } from 'express';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/**
 * A name, an IPv4 address or an IPv6 address in brackets, with an optional port. Nothing in it can
 * break out of an attribute or a URL.
 */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/** The longest DNS name (RFC 1035 §2.3.4) with a port. */
const MAX_LENGTH = 255 + ':65535'.length;

/** True for a well-formed Host header with a port of at most 65535. */
export function isHost(text: string): boolean {
  return text.length <= MAX_LENGTH && HOST.test(text) && parseUrl(`http://${text}/`) !== null;
}

/** True for names that always mean this machine. @param hostname from a URL */
export function isLoopback(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}

/**
 * True if a request states a single, well-formed host (RFC 9112 §3.2). If there are two Host
 * headers, or if the Host header differs from the request line, a proxy may believe the other one.
 */
export function namesOneHost({ rawHeaders, headers, httpVersion, url }: IncomingMessage): boolean {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length;
  if (count === 0) {
    // HTTP/1.0 does not require a Host header, and some load balancers still use HTTP/1.0 for
    // health checks.
    return httpVersion === '1.0';
  }
  const { host = '' } = headers;
  const target = url ?? '';
  const isRelative = target.startsWith('/') || target === '*';
  return count === 1 && isHost(host) && (isRelative || hasHost(parseUrl(target), host));
}

/**
 * The origin under which a visitor sees this site, in the form that browsers use: in lower case,
 * without a default port or a trailing slash. The scheme comes from the X-Forwarded-Proto header of
 * a trusted proxy. Only http and https are accepted.
 */
export function visitedOrigin(request: Pick<Request, 'protocol' | 'get'>): string {
  const scheme = request.protocol.toLowerCase() === 'https' ? 'https' : 'http';
  const written = `${scheme}://${request.get('host') ?? 'localhost'}`;
  return parseUrl(written)?.origin ?? written;
}

/**
 * True if the Origin header contains one of our own hosts. If there is no such header, the request
 * was not sent by a page in a browser. "null" stands for a page without an origin (a sandboxed
 * frame, a file).
 * @param hosts with their ports, as in a Host header
 */
export function isOwnOrigin(origin: string | undefined, hosts: readonly string[]): boolean {
  if (origin === undefined) {
    return true;
  }
  const url = parseUrl(origin);
  return hosts.some((host) => hasHost(url, host));
}

/** True for an http(s) URL with this host, with or without the default port. */
function hasHost(url: URL | null, host: string): boolean {
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    parseUrl(`${url.protocol}//${host}/`)?.host === url.host
  );
}
