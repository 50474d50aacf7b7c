import type { IncomingMessage } from 'node:http';

/** Express's compiled `trust proxy` setting. Returns true for the address of a trusted proxy. */
export type TrustProxy = (address: string, hop: number) => boolean;

/**
 * The client's address as determined by Express: the first address that does not belong to a
 * trusted proxy.
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trusts: TrustProxy,
): string | undefined {
  const forwarded = headers['x-forwarded-for'];
  const addresses = [
    socket.remoteAddress,
    ...(typeof forwarded === 'string' ? forwarded.split(',').reverse() : []),
  ].map((address) => address?.trim());
  return addresses.find((address, hop) => !trusts(address ?? '', hop)) ?? addresses.at(-1);
}
