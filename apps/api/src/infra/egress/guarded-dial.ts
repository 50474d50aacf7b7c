import dns, { type LookupAddress } from 'node:dns';
import net from 'node:net';
import { connected } from './connected.js';
import { EgressFailed, EgressRefused, toEgressError } from './egress-error.js';
import {
  type AddressVerdict,
  checkAddress,
  checkProxyAddress,
  type EgressPolicy,
  type Endpoint,
} from './egress-policy.js';
import { type NoTunnel, openTunnel } from './open-tunnel.js';
import type { UpstreamProxy } from './upstream-proxy.js';

export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The time limit per address when a name has several. Node's default of 250 ms would give up on a
 * healthy but distant server.
 */
const ATTEMPT_TIMEOUT_MS = 3_000;

/**
 * The total time for connecting through a proxy. This is shorter than yt-dlp's wait for our own
 * proxy (`--socket-timeout 10`).
 */
const PROXY_TIMEOUT_MS = 8_000;
const PROXIED_ADDRESSES = 3;

/**
 * Thrown if the proxy works but does not connect to the target, which may be down or forbidden by
 * the proxy's rules. The message is the proxy's reply.
 */
export class TargetRefused extends Error {}

/**
 * Thrown if a connection through a proxy fails, and it is not clear whether the proxy or the target
 * is at fault.
 */
export class TunnelUnclear extends Error {}

type CheckAddress = (ip: string) => AddressVerdict;

/**
 * Opens a TCP connection if the policy allows it. IP addresses are checked here, because Node does
 * not call `lookup` for them. Each address that DNS returns is checked before connecting, and the
 * peer is checked again once connected.
 *
 * @param target a host without brackets, and a port
 * @param proxy the operator's proxy, which makes the connection for us; null for none. The target
 * is still resolved and checked here, and the proxy gets only the checked address.
 * @returns the connected socket, which the caller owns
 * @throws EgressRefused if the policy refuses, EgressFailed otherwise (`timeout` after 10 s in
 * total; `proxy` for every failure of a proxy, including late responses)
 */
export async function guardedDial(
  policy: EgressPolicy,
  target: Endpoint,
  proxy: UpstreamProxy | null = null,
): Promise<net.Socket> {
  const check: CheckAddress = (ip) => checkAddress(ip, policy, target);
  return proxy === null
    ? dial(target, check, CONNECT_TIMEOUT_MS)
    : dialThrough(proxy, { policy, target, check });
}

async function dial(target: Endpoint, check: CheckAddress, timeoutMs: number): Promise<net.Socket> {
  if (net.isIP(target.host)) {
    assertAllowed(target.host, check, target);
  }
  const socket = net.connect({
    host: target.host,
    port: target.port,
    lookup: guardedLookup(check, target),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
  });
  try {
    await connected(socket, timeoutMs);
    assertAllowed(socket.remoteAddress ?? '', check, target);
  } catch (error) {
    socket.destroy();
    throw toEgressError(error);
  }
  return socket;
}

interface Checked {
  readonly policy: EgressPolicy;
  readonly target: Endpoint;
  readonly check: CheckAddress;
}

async function dialThrough(
  proxy: UpstreamProxy,
  { policy, target, check }: Checked,
): Promise<net.Socket> {
  const addresses = await allowedAddresses(target, check);
  const end = Date.now() + PROXY_TIMEOUT_MS;
  const left = (): number => Math.max(1, end - Date.now());
  const checkProxy: CheckAddress = (ip) => checkProxyAddress(ip, policy, proxy);
  for (const [turn, host] of addresses.entries()) {
    const socket = await dial(proxy, checkProxy, left()).catch((cause: unknown) => {
      // The proxy refuses the connection or is down. The visitor's link is only at fault if its
      // first address used up the time.
      const isClear = turn === 0;
      throw new EgressFailed('proxy', { cause: isClear ? cause : unclear(cause) });
    });
    const endpoint = { host, port: target.port };
    const outcome = await openTunnel(socket, { endpoint, proxy, timeoutMs: left() });
    if (outcome === 'open') {
      return socket;
    }
    // The proxy may be able to reach another address, because many proxies have no IPv6.
    const isLast = turn === addresses.length - 1;
    if (isLast || !outcome.retryOtherAddress) {
      throw new EgressFailed('proxy', { cause: causeOf(outcome) });
    }
  }
  throw new EgressFailed('dns');
}

function causeOf({ fault, cause }: NoTunnel): unknown {
  switch (fault) {
    case 'proxy':
      return cause;
    case 'target':
      return new TargetRefused(String(cause));
    case null:
      return unclear(cause);
  }
}

function unclear(cause: unknown): TunnelUnclear {
  return new TunnelUnclear((cause as Error).message, { cause });
}

/**
 * Returns the addresses of a host, IPv4 first. @throws EgressRefused if ANY of them is not allowed
 */
async function allowedAddresses(target: Endpoint, check: CheckAddress): Promise<string[]> {
  if (net.isIP(target.host)) {
    assertAllowed(target.host, check, target);
    return [target.host];
  }
  const found = await new Promise<LookupAddress[]>((resolve, reject) => {
    const timer = setTimeout(() => reject(new EgressFailed('timeout')), CONNECT_TIMEOUT_MS);
    lookupAll(target, check, {}, (error, addresses) => {
      clearTimeout(timer);
      return error === null ? resolve(addresses) : reject(toEgressError(error));
    });
  });
  return found
    .sort((a, b) => a.family - b.family)
    .slice(0, PROXIED_ADDRESSES)
    .map(({ address }) => address);
}

function guardedLookup(check: CheckAddress, target: Endpoint): net.LookupFunction {
  return (_hostname, options, callback) => {
    lookupAll(target, check, options, (error, addresses) => {
      const first = addresses[0];
      if (error !== null || first === undefined) {
        callback(error, '', 0);
      } else if (options.all) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/**
 * Looks a name up, and refuses it if ANY of its addresses is not allowed. A mix of allowed and
 * forbidden addresses is typical of DNS rebinding, and we can't choose which of them Node connects
 * to.
 */
function lookupAll(
  target: Endpoint,
  check: CheckAddress,
  options: dns.LookupOptions,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
): void {
  dns.lookup(target.host, { ...options, all: true }, (error, addresses) => {
    if (error || !addresses?.[0]) {
      done(error ?? noAddress(target.host), []);
      return;
    }
    const refused = addresses.map(({ address }) => check(address)).find((verdict) => !verdict.ok);
    done(refused && !refused.ok ? new EgressRefused(refused.reason, target.host) : null, addresses);
  });
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no address for ${hostname}`), { syscall: 'getaddrinfo' });
}

function assertAllowed(ip: string, check: CheckAddress, target: Endpoint): void {
  const verdict = check(ip);
  if (!verdict.ok) {
    throw new EgressRefused(verdict.reason, target.host);
  }
}
