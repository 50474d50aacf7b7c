import ipaddr from 'ipaddr.js';

/**
 * Azure's host endpoint. The address registry lists it as public, but in practice it is internal.
 */
const NOT_PUBLIC_BY_USE = new Set(['168.63.129.16']);

/** The only part of IPv6 that is routed on the public internet (RFC 4291, IANA IPv6 registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True if an IP address is on the public internet. It must not be loopback, private, link-local,
 * CGNAT, multicast, documentation or reserved, nor a form that embeds an IPv4 address (mapped,
 * NAT64, 6to4, Teredo).
 *
 * @param ip an address as text, without brackets; any other text is not public
 */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) {
    return false;
  }
  const address = ipaddr.parse(ip);
  if (address.range() !== 'unicast') {
    return false;
  }
  if (address instanceof ipaddr.IPv6) {
    return address.match(GLOBAL_UNICAST);
  }
  return !NOT_PUBLIC_BY_USE.has(address.toString());
}
