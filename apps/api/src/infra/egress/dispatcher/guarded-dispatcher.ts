import type { Socket } from 'node:net';
import type { Agent, buildConnector } from 'undici';
import { bareHost, type Endpoint } from '../egress-policy.js';
import { endWhenRead } from './end-when-read.js';
import { CONNECT_TIMEOUT_MS } from '../guarded-dial.js';

const HEADERS_TIMEOUT_MS = 20_000;
/**
 * The longest pause within a body, in milliseconds. A long download is fine, but a stalled one is
 * not.
 */
const BODY_TIMEOUT_MS = 20_000;
/**
 * Connections per origin. A merge fetches many ranges of two files in parallel, often from a single
 * CDN host.
 */
const CONNECTIONS = 128;

/**
 * An undici dispatcher that never opens a connection itself. undici only adds TLS to the sockets
 * that it is given.
 *
 * @param dial opens each connection, with the guard
 */
export async function guardedDispatcher(
  dial: (target: Endpoint) => Promise<Socket>,
): Promise<Agent> {
  // Imported only when needed, because the server can start without it.
  const { Agent, buildConnector } = await import('undici');
  const overSocket = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const connect: buildConnector.connector = (options, callback) => {
    const isTls = options.protocol === 'https:';
    const port = Number(options.port) || (isTls ? 443 : 80);
    dial({ host: bareHost(options.hostname), port }).then(
      (socket) => {
        socket.setNoDelay(true).setKeepAlive(true, 60_000);
        if (isTls) {
          overSocket({ ...options, httpSocket: socket }, (...[error, secured]) =>
            error === null ? callback(null, endWhenRead(secured)) : callback(error, null),
          );
        } else {
          callback(null, endWhenRead(socket));
        }
      },
      (error: Error) => callback(error, null),
    );
  };
  return new Agent({
    connect,
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: HEADERS_TIMEOUT_MS,
    bodyTimeout: BODY_TIMEOUT_MS,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
  });
}
