import { networkInterfaces } from 'node:os';
import type { Endpoint } from './egress-policy.js';

/**
 * Lists every address at which a listening server can be reached on this machine, so that the guard
 * can refuse all of them.
 *
 * @param listening the host and port that the server listens on; `0.0.0.0` and `::` stand for all
 * addresses
 * @param interfaces the machine's own addresses; read from the system by default
 */
export function ownEndpoints(
  { host, port }: Endpoint,
  interfaces: readonly string[] = systemAddresses(),
): Endpoint[] {
  if (host === 'localhost') {
    return ['localhost', '127.0.0.1', '::1'].map((own) => ({ host: own, port }));
  }
  const isWildcard = host === '0.0.0.0' || host === '::' || host === '';
  const hosts = isWildcard ? ['localhost', '127.0.0.1', '::1', ...interfaces] : [host];
  return [...new Set(hosts)].map((own) => ({ host: own, port }));
}

function systemAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map((one) => one.address),
  );
}
