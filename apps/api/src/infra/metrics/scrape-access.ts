import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Loopback, private and link-local networks (RFC 1918, RFC 3927, RFC 4193, RFC 4291). */
export const PRIVATE_NETWORKS =
  '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,::1/128,fc00::/7,fe80::/10';

/** Headers that show that a proxy forwards somebody else's request. */
const PROXIED = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-host', 'via'] as const;

/**
 * Parses METRICS_ALLOW.
 * @param text comma-separated addresses and CIDRs; '' allows nobody
 * @throws Error that names the malformed entry
 */
export function parseNetworks(text: string): BlockList {
  const networks = new BlockList();
  const entries = text.split(',').map((entry) => entry.trim());
  for (const entry of entries.filter((one) => one !== '')) {
    const [address = '', bits, ...rest] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    const isWhole = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (isIP(address) === 0 || !isWhole || rest.length > 0) {
      throw new Error(`"${entry}" is neither an address nor a CIDR`);
    }
    networks.addSubnet(address, Number(bits ?? most), family);
  }
  return networks;
}

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
 * True if a client may read the metrics. A request through a proxy is judged by the client's
 * address. The client is unknown if the proxy is not trusted, does not report an address, or
 * reports only a trusted proxy (all hops are then ours, and the first one hides its client). A
 * proxy's own address is usually private and would open the metrics to everyone.
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
