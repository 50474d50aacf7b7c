import type { IncomingHttpHeaders } from 'node:http';
import { type BlockList, isIP } from 'node:net';

/** Headers that show that a proxy forwards somebody else's request. */
const PROXIED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-host', 'via'] as const;

interface Asker {
  /** The client's address, as reported by trusted proxies. */
  readonly address: string | undefined;
  /** The address at the other end of the connection. */
  readonly peer: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** True for a proxy whose headers are trusted (TRUST_PROXY). */
  readonly isTrustedProxy: (address: string) => boolean;
}

/**
 * True if a client may read the metrics. For a request through a proxy, the client's address
 * decides, because the proxy's own address is usually private and would open the metrics to
 * everyone. The client is unknown if the proxy is not trusted, does not report an address, or
 * reports only trusted proxies (all hops are then ours, and the first one hides its client).
 */
export function mayScrape(
  networks: BlockList,
  { address = '', peer, headers, isTrustedProxy }: Asker,
): boolean {
  const isProxied = PROXIED.some((name) => headers[name] !== undefined);
  if (isProxied && (address === peer || isTrustedProxy(address))) {
    return false;
  }
  const family = isIP(address);
  return family !== 0 && networks.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
