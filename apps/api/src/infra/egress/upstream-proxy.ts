import { parseUrl } from '@dipper/media';
import type { Endpoint } from './egress-policy.js';
import { AMBIGUOUS, bareHost, urlPort } from './egress-policy.js';

/** The operator's outbound proxy. Contains credentials, so log only `label`. */
export interface UpstreamProxy extends Endpoint {
  /** The value of the Proxy-Authorization header; null without credentials. */
  readonly authorization: string | null;
  /** `host:port`, for logs. */
  readonly label: string;
}

const SHAPE = 'must be a proxy URL like http://host:port or http://user:password@host:port';

/**
 * Parses the URL of an HTTP proxy. The credentials are percent-decoded (RFC 3986) and sent as Basic
 * (RFC 7617).
 * @throws Error that states the broken rule without quoting the text
 */
export function parseUpstreamProxy(text: string): UpstreamProxy {
  const url = AMBIGUOUS.test(text) ? null : parseUrl(text);
  if (url?.protocol !== 'http:' || !/^http:\/\/[^/?#]+\/?$/i.test(text)) {
    throw new Error(SHAPE);
  }
  const [host, port] = [bareHost(url.hostname), urlPort(url)];
  return { host, port, authorization: authorizationOf(url), label: `${url.hostname}:${port}` };
}

function authorizationOf({ username, password }: URL): string | null {
  if (username === '' && password === '') {
    return null;
  }
  let pair: readonly [string, string];
  try {
    pair = [decodeURIComponent(username), decodeURIComponent(password)];
  } catch {
    throw new Error('must have its credentials percent-encoded');
  }
  if (pair[0].includes(':')) {
    throw new Error('must have a user name without a colon');
  }
  return `Basic ${Buffer.from(pair.join(':')).toString('base64')}`;
}
