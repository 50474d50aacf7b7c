import { parseUrl } from '@dipper/media';
import { isLoopback } from '../../../infra/http/request/host-header.js';

/** The site that a request names, and the operator's settings. */
export interface RequestedSite {
  /** The origin of the request, whose host the client chooses. */
  readonly visited: string;
  /** True if the operator has a configuration file for that host. */
  readonly isNamed: boolean;
  readonly publicUrl: string | undefined;
  /** `seo.canonicalUrl` of the domain; '' when unset. */
  readonly canonicalUrl: string;
  readonly port: number;
}

export interface MailSite {
  /** The origin of the links in the email, without a trailing slash. */
  readonly origin: string;
  readonly brandHost: string;
}

/**
 * Removes a port that is not ours from a configured host's URL, because the client could have named
 * any port.
 */
function withKnownPort(url: URL, port: number): string {
  const isOurs = url.port === '' || url.port === String(port) || isLoopback(url.hostname);
  return isOurs ? url.origin : `${url.protocol}//${url.hostname}`;
}

/**
 * Decides where the links in an email lead and whose brand the email uses. Anyone can request an
 * email to anyone with any Host header, so a host that the operator has not configured gets neither
 * the token nor the brand.
 */
export function mailSite({
  visited,
  isNamed,
  publicUrl,
  canonicalUrl,
  port,
}: RequestedSite): MailSite {
  const asked = parseUrl(visited);
  const isOurs = asked !== null && (isNamed || isLoopback(asked.hostname));
  const own = asked !== null && isOurs ? withKnownPort(asked, port) : null;
  const origin = (publicUrl ?? (canonicalUrl || null) ?? own ?? `http://localhost:${port}`).replace(
    /\/$/,
    '',
  );
  const brandHost = isOurs ? asked.host : (parseUrl(origin)?.host ?? 'localhost');
  return { origin, brandHost };
}
