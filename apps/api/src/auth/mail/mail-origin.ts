import { parseUrl } from '@dipper/media';
import { isLoopback } from '../../infra/http/host-header.js';

/** What a request says of the site it came to, and what the operator has set. */
export interface AskedSite {
  /** Scheme, host and port as the request has them; the host is the caller's word. */
  readonly visited: string;
  /** True when a file of the operator is named after that host. */
  readonly isNamed: boolean;
  /** PUBLIC_URL, if it is set. */
  readonly publicUrl: string | undefined;
  /** `seo.canonicalUrl` of the domain; '' where it has none. */
  readonly canonicalUrl: string;
  /** The port that this server listens to. */
  readonly port: number;
}

/** What a mail is made for. */
export interface MailSite {
  /** Where its links lead: scheme and host, no slash at the end. */
  readonly origin: string;
  /** The host whose brand it wears. */
  readonly brandHost: string;
}

/** A port that others listen to is the caller's word, too: of a named host, ours and the scheme's own count. */
function withKnownPort(url: URL, port: number): string {
  const isOurs = url.port === '' || url.port === String(port) || isLoopback(url.hostname);
  return isOurs ? url.origin : `${url.protocol}//${url.hostname}`;
}

/**
 * Where the links of a mail lead, and whose brand it wears. Anybody may ask for a mail to anybody, with
 * any Host header: a host that the operator has not named gets neither the token nor the look.
 */
export function mailSite({ visited, isNamed, publicUrl, canonicalUrl, port }: AskedSite): MailSite {
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
