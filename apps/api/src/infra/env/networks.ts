import { BlockList, isIP } from 'node:net';
import { parses } from './env-values.js';

/** Loopback, private and link-local networks (RFC 1918, RFC 3927, RFC 4193, RFC 4291). */
export const PRIVATE_NETWORKS =
  '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,::1/128,fc00::/7,fe80::/10';

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

/** Accepts what Express accepts for `trust proxy`, except values that trust everyone. */
export function isProxyList(text: string): boolean {
  return text.split(',').every((part) => {
    const entry = part.trim();
    const isNamed = ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
    const trustsEveryone = /\/0+$/.test(entry);
    return isNamed || (entry !== '' && !trustsEveryone && parses(() => parseNetworks(entry)));
  });
}
