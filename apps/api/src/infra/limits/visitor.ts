import { normalizeIp } from '@nestjs/throttler';
import type { ServerResponse } from 'node:http';
import { isIPv4 } from 'node:net';

/** Providers assign a /56 to a household, and its devices change addresses within it. */
const IPV6_PREFIX = 56;
/**
 * The smallest blocks that are routed separately. An attacker who has one address in a block often
 * has all of them.
 */
const NETWORK_PREFIX = { ipv4: 24, ipv6: 48 };

/** A client who waits for a reply. */
export interface Visitor {
  /** The key of the request's `Principal`. */
  readonly key: string;
  /** Aborted with `VisitorLeft` when the client disconnects. */
  readonly gone: AbortSignal;
}

/**
 * Thrown when work ends because its visitor has left. This is not a failure, and nobody is left to
 * report it to.
 */
export class VisitorLeft extends Error {
  constructor() {
    super('the visitor has left');
    this.name = 'VisitorLeft';
  }
}

/**
 * Identifies a visitor in limits and queues, by an IPv4 address (even if it is mapped into IPv6) or
 * an IPv6 network.
 * @param address of the client as reported by trusted proxies; some of them add its port
 */
export function visitorKey(address: string | undefined): string {
  return normalizeIp(bareAddress(address), IPV6_PREFIX);
}

/**
 * The network that a password guess comes from. This is coarser than `visitorKey`, because the
 * members of a network share only the count for a single account.
 * @param address as in `visitorKey`
 */
export function networkKey(address: string | undefined): string {
  const key = normalizeIp(bareAddress(address), NETWORK_PREFIX.ipv6);
  return isIPv4(key) ? key.replace(/\d+$/, `0/${NETWORK_PREFIX.ipv4}`) : key;
}

function bareAddress(address: string | undefined): string {
  const bare = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address ?? '');
  return bare?.[1] ?? bare?.[2] ?? address ?? 'unknown';
}

/**
 * Requests from devices that have signed in here before. Other clients at the same address must not
 * lock them out.
 */
const knownDevices = new WeakSet<object>();

/** Must be called before guards run. */
export function markKnownDevice(request: object): void {
  knownDevices.add(request);
}

export function isOfKnownDevice(request: object): boolean {
  return knownDevices.has(request);
}

/** A signal that is aborted when the connection closes before the reply is complete. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const look = (): void => {
    if (!response.writableFinished) {
      gone.abort(new VisitorLeft());
    }
  };
  if (response.closed) {
    look();
  } else {
    response.once('close', look);
  }
  return gone.signal;
}
