import http from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { ConnectedSocketAgent } from './connected-socket.js';
import type { Endpoint } from './egress-policy.js';
import type { UpstreamProxy } from './upstream-proxy.js';

export interface NoTunnel {
  /**
   * True if the proxy works but could not reach this address. Another address of the name may work.
   */
  readonly retryOtherAddress: boolean;
  /**
   * Who is at fault: the proxy, which refuses us, or the target, which a working proxy can't reach.
   * Null if unclear: a proxy that is silent or drops the connection may be waiting for the target.
   */
  readonly fault: 'proxy' | 'target' | null;
  readonly cause: unknown;
}

interface Tunnel {
  /** An address rather than a name, so that the proxy connects to the address that was checked. */
  readonly endpoint: Endpoint;
  readonly proxy: UpstreamProxy;
  readonly timeoutMs: number;
}

/** Statuses that a proxy sends if it can't reach a target. */
const OUT_OF_REACH = [500, 502, 503, 504];

/** Our credentials were refused, or we have reached the proxy's own limit (RFC 9110, RFC 6585). */
const OF_THE_PROXY = [407, 429];

/**
 * Requests a tunnel from a proxy (CONNECT, RFC 9110 §9.3.6) on a connection to it. Used for both
 * http and https, because a request in absolute form would let the proxy choose the address.
 *
 * @param socket connected to the proxy; destroyed if there is no tunnel
 * @returns `open` if the socket now leads to the endpoint
 */
export async function openTunnel(socket: Socket, tunnel: Tunnel): Promise<'open' | NoTunnel> {
  const { endpoint, proxy, timeoutMs } = tunnel;
  const { host, port } = endpoint;
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const request = http.request({
    agent: new ConnectedSocketAgent(socket),
    method: 'CONNECT',
    path: authority,
    setHost: false,
    headers: {
      host: authority,
      ...(proxy.authorization !== null && { 'proxy-authorization': proxy.authorization }),
    },
  });
  const failure = await new Promise<NoTunnel | null>((resolve) => {
    const deadline = setTimeout(() => request.destroy(new Error('no response in time')), timeoutMs);
    const settle = (outcome: NoTunnel | null): void => {
      clearTimeout(deadline);
      resolve(outcome);
    };
    request.on('error', (cause) => settle({ retryOtherAddress: false, fault: null, cause }));
    request.on('connect', ({ statusCode = 0 }, _socket, head: Buffer) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) {
          // Data from a server that speaks first (SSH, SMTP) may have been read along with the
          // head.
          socket.unshift(head);
        }
        settle(null);
      } else {
        const cause = `answered ${statusCode}`;
        const retryOtherAddress = OUT_OF_REACH.includes(statusCode);
        const fault = OF_THE_PROXY.includes(statusCode) ? 'proxy' : 'target';
        settle({ retryOtherAddress, fault, cause });
      }
    });
    request.end();
  });
  if (failure === null) {
    return 'open';
  }
  socket.on('error', () => undefined).destroy();
  return failure;
}
