import { parseUrl } from '@dipper/media';
import { isLoopback } from '../../infra/http/host-header.js';

/** A request's data about its site, and the operator's settings. */
export interface RequestedSite {
  /** Origin of the request; the client chooses the host. */
  readonly visited: string;
  /** True when the operator has a configuration file for that host. */
  readonly isNamed: boolean;
  /** PUBLIC_URL, if set. */
  readonly publicUrl: string | undefined;
  /** `seo.canonicalUrl` of the domain; '' when unset. */
  readonly canonicalUrl: string;
  /** The port this server listens on. */
  readonly port: number;
}

/** The site an email is sent for. */
export interface MailSite {
  /** Origin of its links, without a trailing slash. */
  readonly origin: string;
  /** The host whose brand it uses. */
  readonly brandHost: string;
}

/**
 * The client could name any port, so for a configured host only ours and the scheme's default are
 * accepted.
 */
function withKnownPort(url: URL, port: number): string {
  const isOurs = url.port === '' || url.port === String(port) || isLoopback(url.hostname);
  return isOurs ? url.origin : `${url.protocol}//${url.hostname}`;
}

/**
 * Decides where an email's links lead and whose brand it uses. Anyone can request an email to
 * anyone with any Host header, so a host the operator has not configured gets neither the token nor
 * the brand.
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
