import { parseUrl } from '@dipper/media';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './public-address.js';

/** Longest URL accepted, in characters. */
export const MAX_URL_LENGTH = 8192;

/**
 * Web ports. 8080 and 8443 because podcast hosts use them; the last four because Bilibili's
 * `*.mcdn.bilivideo.cn` serves media there (the ports its base URLs name).
 */
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443, 8080, 8443, 486, 4483, 8000, 8082]);

/**
 * Top-level labels that are never on the public internet (RFC 6761, 6762, 8375; `internal` reserved
 * by ICANN).
 */
const INNER_NAME = /(^|\.)(local|internal|localhost|home\.arpa)$/;

/** A host name: labels of letters, digits, hyphen, underscore. URLs allow more (`*`, `;`), names in use do not. */
const NAME = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parsed EGRESS_ALLOW: endpoints (`host:port`, normalised) and networks that may be reached. */
export interface EgressAllow {
  readonly endpoints: ReadonlySet<string>;
  readonly networks: readonly Network[];
}

/**
 * Everything that decides whether something may be reached. Our own names are added as they become
 * known.
 */
export interface EgressPolicy {
  readonly allow: EgressAllow;
  readonly ownHosts: ReadonlySet<string>;
  readonly ownEndpoints: ReadonlySet<string>;
}

/** Why something is refused; for logs and programs, never shown to visitors. */
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

/** A host (name, or address without brackets) and a port. */
export interface Endpoint {
  host: string;
  port: number;
}

/**
 * Reads EGRESS_ALLOW.
 *
 * @param text comma list of `host:port` and CIDR; empty for nothing
 * @throws Error naming the entry that is neither
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
 * Reads `host:port`, an IPv6 address in brackets.
 *
 * @returns the endpoint with its host normalised as in a URL, or null
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

/** The host of a URL as the policy compares it: lower case, no brackets, no trailing dot. */
export function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** The port of a URL, by default the scheme's. */
export function urlPort(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/**
 * Decides on a URL before anything is looked up or dialled.
 *
 * @param raw the URL as given
 * @returns the URL, parsed and with its host normalised, or why it is refused. For a name this is
 *   only the first half: its addresses go through `checkAddress`.
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
 * Decides on an address of a host: called for every DNS answer, and for the peer actually connected
 * to.
 *
 * @param ip the address
 * @param target the host as the URL names it, and the port dialled
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
 * Decides on an address of the operator's outbound proxy: public, or in EGRESS_ALLOW. Any port is
 * allowed, since only the operator sets it.
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

/** Refuses texts on which URL parsers differ, before any of them sees it. */
function textFault(raw: string): EgressRefusal | null {
  if (raw.length > MAX_URL_LENGTH) {
    return 'length';
  }
  if (/[\p{Cc}\s\\]/u.test(raw)) {
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
  // With allowed networks, other ports may be right, which only the address can tell (checkAddress
  // asks again).
  const portDecidedLater = policy.allow.networks.length > 0;
  return WEB_PORTS.has(target.port) || portDecidedLater
    ? { ok: true }
    : { ok: false, reason: 'port' };
}

/**
 * Recognizes our endpoints in any spelling: mapped IPv6 dials IPv4, and the unspecified address
 * dials loopback (Linux).
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

/** One spelling of `host:port` for sets, with the host bare (IPv6 without brackets). */
export function endpointKey({ host, port }: Endpoint): string {
  return `${ipaddr.isValid(host) ? ipaddr.parse(host).toString() : host} ${port}`;
}
