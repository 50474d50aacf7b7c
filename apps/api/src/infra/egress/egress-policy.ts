import { CONTROLS, parseUrl } from '@dipper/media';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './public-address.js';

/** Longest URL accepted, in characters. */
export const MAX_URL_LENGTH = 8192;

/**
 * Web ports. 8080 and 8443 are here because podcast hosts use them. The last four are here because
 * Bilibili's `*.mcdn.bilivideo.cn` serves media on them (its base URLs contain these ports).
 */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443, 486, 4483, 8000, 8082]);

/**
 * Top-level labels that never occur on the public internet (RFC 6761, 6762, 8375; ICANN has
 * reserved `internal`).
 */
const INNER_NAME = /(^|\.)(local|internal|localhost|home\.arpa)$/;

/**
 * A host name: labels of letters, digits, hyphens and underscores. URLs allow more characters (`*`,
 * `;`), but real host names don't contain them.
 */
const NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * The parsed EGRESS_ALLOW: the endpoints (`host:port`, normalized) and networks that requests may
 * reach.
 */
export interface EgressAllow {
  readonly endpoints: ReadonlySet<string>;
  readonly networks: readonly Network[];
}

/**
 * Everything needed to decide whether a request may reach its target. Our own names are added when
 * they become known.
 */
export interface EgressPolicy {
  readonly allow: EgressAllow;
  readonly ownHosts: ReadonlySet<string>;
  readonly ownEndpoints: ReadonlySet<string>;
}

/** Why a request was refused. For logs and programs; never shown to visitors. */
export type EgressRefusal =
  | 'malformed'
  | 'length'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'name'
  | 'own'
  | 'address';

export type UrlVerdict = { ok: true; url: URL } | { ok: false; reason: EgressRefusal };
export type AddressVerdict = { ok: true } | { ok: false; reason: EgressRefusal };

/** A host (a name, or an address without brackets) and a port. */
export interface Endpoint {
  host: string;
  port: number;
}

/**
 * Parses EGRESS_ALLOW.
 *
 * @param text `host:port` and CIDR entries, separated by commas; empty for none
 * @throws Error that quotes the first entry that is neither
 */
export function parseEgressAllow(text: string): EgressAllow {
  const endpoints = new Set<string>();
  const networks: Network[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') {
      continue;
    }
    const network = parseNetwork(entry);
    const endpoint = network ? null : parseEndpoint(entry);
    if (network) {
      networks.push(network);
    } else if (endpoint) {
      endpoints.add(endpointKey(endpoint));
    } else {
      throw new Error(`"${entry}" is neither host:port nor CIDR`);
    }
  }
  return { endpoints, networks };
}

/**
 * Parses `host:port`. An IPv6 address must be in brackets.
 *
 * @returns the endpoint, with its host normalized as in a URL; null if the text is malformed
 */
export function parseEndpoint(text: string): Endpoint | null {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+):(\d{1,5})$/i.exec(text);
  const port = Number(match?.[2]);
  if (!match?.[1] || port < 1 || port > 65535 || parseUrl(`http://${match[1]}/`) === null) {
    return null;
  }
  const host = bareHost(new URL(`http://${match[1]}/`).hostname);
  return isIP(host) || NAME.test(host) ? { host, port } : null;
}

/**
 * The host of a URL as the policy compares it: in lower case, without brackets or a trailing dot.
 */
export function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

export function urlPort(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/**
 * Checks a URL before its host is looked up or connected to.
 *
 * @param raw the URL as given
 * @returns the parsed URL with its host normalized, or the reason for the refusal. If the host is a
 * name, `checkAddress` must also check its addresses.
 */
export function checkUrl(raw: string, policy: EgressPolicy): UrlVerdict {
  const fault = textFault(raw);
  if (fault) {
    return { ok: false, reason: fault };
  }
  const url = parseUrl(raw);
  if (url === null) {
    return { ok: false, reason: 'malformed' };
  }
  const host = bareHost(url.hostname);
  if (url.hostname.endsWith('.')) {
    url.hostname = host;
  }
  const endpoint = { host, port: urlPort(url) };
  if (!isIP(host) && !NAME.test(host)) {
    return { ok: false, reason: 'malformed' };
  }
  const verdict = isIP(host) ? checkLiteral(endpoint, policy) : checkName(endpoint, policy);
  return verdict.ok ? { ok: true, url } : verdict;
}

/**
 * Checks an address of a host. Called for each address that DNS returns, and for the peer that the
 * socket is actually connected to.
 *
 * @param ip the address
 * @param target the host as in the URL, and the port of the connection
 */
export function checkAddress(ip: string, policy: EgressPolicy, target: Endpoint): AddressVerdict {
  if (isOwnEndpoint({ host: ip, port: target.port }, policy)) {
    return { ok: false, reason: 'own' };
  }
  if (policy.allow.endpoints.has(endpointKey(target)) || inNetworks(ip, policy.allow)) {
    return { ok: true };
  }
  if (!WEB_PORTS.has(target.port)) {
    return { ok: false, reason: 'port' };
  }
  return isPublicAddress(ip) ? { ok: true } : { ok: false, reason: 'address' };
}

/**
 * Checks an address of the operator's outbound proxy, which has to be public or listed in
 * EGRESS_ALLOW. Any port is allowed, because only the operator sets it.
 */
export function checkProxyAddress(
  ip: string,
  policy: EgressPolicy,
  proxy: Endpoint,
): AddressVerdict {
  if (isOwnEndpoint({ host: ip, port: proxy.port }, policy)) {
    return { ok: false, reason: 'own' };
  }
  const isAllowed = policy.allow.endpoints.has(endpointKey(proxy)) || inNetworks(ip, policy.allow);
  return isAllowed || isPublicAddress(ip) ? { ok: true } : { ok: false, reason: 'address' };
}

/** Characters that URL parsers drop, or take for others. */
export const AMBIGUOUS = new RegExp(String.raw`[${CONTROLS}\s\\]`, 'u');

/** Refuses text that URL parsers interpret differently, before it is parsed. */
function textFault(raw: string): EgressRefusal | null {
  if (raw.length > MAX_URL_LENGTH) {
    return 'length';
  }
  if (AMBIGUOUS.test(raw)) {
    return 'malformed';
  }
  if (!/^https?:\/\/[^/]/i.test(raw)) {
    return 'scheme';
  }
  return /^https?:\/\/[^/?#]*@/i.test(raw) ? 'credentials' : null;
}

function checkLiteral(target: Endpoint, policy: EgressPolicy): AddressVerdict {
  const listed = policy.allow.endpoints.has(endpointKey(target));
  if (!listed && policy.ownHosts.has(target.host) && !inNetworks(target.host, policy.allow)) {
    return { ok: false, reason: 'own' };
  }
  return checkAddress(target.host, policy, target);
}

function checkName(target: Endpoint, policy: EgressPolicy): AddressVerdict {
  if (policy.ownEndpoints.has(endpointKey(target))) {
    return { ok: false, reason: 'own' };
  }
  if (policy.allow.endpoints.has(endpointKey(target))) {
    return { ok: true };
  }
  if (policy.ownHosts.has(target.host)) {
    return { ok: false, reason: 'own' };
  }
  if (!target.host.includes('.') || INNER_NAME.test(target.host)) {
    return { ok: false, reason: 'name' };
  }
  // If networks are allowed, other ports may be allowed. This depends on the address, so
  // checkAddress checks the port again.
  const portDecidedLater = policy.allow.networks.length > 0;
  return WEB_PORTS.has(target.port) || portDecidedLater
    ? { ok: true }
    : { ok: false, reason: 'port' };
}

/**
 * Recognizes our own endpoints in any spelling. A connection to a mapped IPv6 address goes to IPv4,
 * and one to the unspecified address goes to loopback (on Linux).
 */
function isOwnEndpoint({ host, port }: Endpoint, policy: EgressPolicy): boolean {
  if (!ipaddr.isValid(host)) {
    return false;
  }
  const address = ipaddr.process(host);
  const spellings = address.range() === 'unspecified' ? ['127.0.0.1', '::1'] : [address.toString()];
  return spellings.some((spelling) =>
    policy.ownEndpoints.has(endpointKey({ host: spelling, port })),
  );
}

function inNetworks(ip: string, allow: EgressAllow): boolean {
  if (!ipaddr.isValid(ip)) {
    return false;
  }
  const address = ipaddr.parse(ip);
  return allow.networks.some(
    ([base, bits]) => base.kind() === address.kind() && address.match(base, bits),
  );
}

function parseNetwork(entry: string): Network | null {
  const [address, bits, ...rest] = entry.split('/');
  if (!address || !isIP(address) || !bits || !/^\d{1,3}$/.test(bits) || rest.length > 0) {
    return null;
  }
  return ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : null;
}

/** A unique spelling of `host:port` for use in sets. The host is bare (IPv6 without brackets). */
export function endpointKey({ host, port }: Endpoint): string {
  return `${ipaddr.isValid(host) ? ipaddr.parse(host).toString() : host} ${port}`;
}
