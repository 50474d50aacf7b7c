import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';
import type { ServerResponse } from 'node:http';
import { isIPv4 } from 'node:net';

/** Providers hand out a /56 to a household, and its devices change addresses within it. */
const IPV6_PREFIX = 56;
/** The smallest blocks that are routed by themselves: who has one address of them often has them all. */
const NETWORK_PREFIX = { ipv4: 24, ipv6: 48 };

/** Somebody who waits for an answer. */
export interface Visitor {
  /** Whom limits and turns tell apart. */
  readonly key: string;
  /** Aborted with `VisitorGone` when they no longer wait. */
  readonly gone: AbortSignal;
}

/** Why work ended that nobody waits for: no failure, and nobody is there to be told. */
export class VisitorGone extends Error {
  constructor() {
    super('the visitor has gone');
    this.name = 'VisitorGone';
  }
}

/**
 * Whom limits and turns tell apart: an IPv4 address, also one mapped into IPv6, or an IPv6 network.
 * @param address of the client as the trusted proxies have it; some of them add its port.
 */
export function visitorKey(address: string | undefined): string {
  return normalizeIp(bareAddress(address), IPV6_PREFIX);
}

/**
 * The network that a guess at a password comes from: coarser than `visitorKey`, since what its members
 * share is the count for one account alone.
 * @param address as for `visitorKey`
 */
export function networkKey(address: string | undefined): string {
  const key = normalizeIp(bareAddress(address), NETWORK_PREFIX.ipv6);
  return isIPv4(key) ? key.replace(/\d+$/, `0/${NETWORK_PREFIX.ipv4}`) : key;
}

function bareAddress(address: string | undefined): string {
  const bare = /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(address ?? '');
  return bare?.[1] ?? bare?.[2] ?? address ?? 'unknown';
}

/** Requests of devices that have signed in here before: others behind their address do not use up their logins. */
const knownDevices = new WeakSet<object>();

/** To be called before guards run. */
export function markKnownDevice(request: object): void {
  knownDevices.add(request);
}

export function isOfKnownDevice(request: object): boolean {
  return knownDevices.has(request);
}

/** The visitor behind a request: a parameter decorator for controllers. */
export const Asking = createParamDecorator((_: unknown, context: ExecutionContext): Visitor => {
  const http = context.switchToHttp();
  return {
    key: visitorKey(http.getRequest<Request>().ip),
    gone: goneSignal(http.getResponse<ServerResponse>()),
  };
});

/** Aborted when a connection closes before its answer is out. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const look = (): void => {
    if (!response.writableFinished) {
      gone.abort(new VisitorGone());
    }
  };
  if (response.closed) {
    look();
  } else {
    response.once('close', look);
  }
  return gone.signal;
}
