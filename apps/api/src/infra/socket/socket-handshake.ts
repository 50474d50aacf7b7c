import type { ErrorCode } from '@dipper/contract';
import { parseUrl } from '@dipper/media';
import type { IncomingMessage } from 'node:http';
import type { TrustProxy } from '../http/client-address.js';
import { isOwnOrigin } from '../http/request/host-header.js';

/** What decides under which hosts visitors reach us. */
interface OwnHosts {
  readonly trusts: TrustProxy;
  readonly publicUrl: string | undefined;
}

/**
 * Why an upgrade request must not open a socket: it is not a websocket handshake for engine.io 4,
 * or it was sent by a page of another site (browsers send no preflight before they connect).
 * @returns null if it may open one
 */
export function handshakeRefusal(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket'>,
  own: OwnHosts,
): ErrorCode | null {
  if (!isWebsocket(request) || !isEngineHandshake(request.url ?? '')) {
    return 'INVALID_REQUEST';
  }
  return isOwnOrigin(request.headers.origin, hostsOf(request, own)) ? null : 'ORIGIN_NOT_ALLOWED';
}

/** True for a websocket handshake (RFC 6455 §4.2.1). We use no subprotocol. */
function isWebsocket({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/0-9a-z]{22}==$/i.test(headers['sec-websocket-key'] ?? '') &&
    headers['sec-websocket-protocol'] === undefined
  );
}

/**
 * True for the handshake of engine.io. If a parameter is repeated, engine.io uses the last value. A
 * `sid` belongs to transports that we do not offer.
 */
function isEngineHandshake(target: string): boolean {
  const query = parseUrl(target, 'http://socket.invalid')?.searchParams ?? [];
  const { EIO, transport, sid } = Object.fromEntries(query) as Record<string, string | undefined>;
  return EIO === '4' && transport === 'websocket' && sid === undefined;
}

/**
 * The hosts under which visitors reach us, determined in the same way as in Express:
 * X-Forwarded-Host is used only if it comes from a trusted proxy.
 */
function hostsOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { trusts, publicUrl }: OwnHosts,
): string[] {
  const forwarded = headers['x-forwarded-host'];
  const isForwarded = typeof forwarded === 'string' && trusts(socket.remoteAddress ?? '', 0);
  return [
    ...(headers.host === undefined ? [] : [headers.host]),
    ...(isForwarded ? [forwarded.split(',')[0]?.trim() ?? ''] : []),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).host]),
  ];
}
