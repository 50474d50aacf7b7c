import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * Requests that may wait behind one that is being answered. Browsers send the next one when they have
 * the reply, and so do proxies.
 */
const MOST_WAITING = 16;

/**
 * Lets the listeners that requests have by now hear of one request of a connection at a time. Node tells of
 * all that came in a packet (RFC 9112 §9.3.2, "pipelining") in one go: 64 KB hold two thousand, which nobody
 * else would get a turn between. A connection with more of them is closed.
 */
export function serveInTurn(server: Server): void {
  const waiting = new WeakMap<Socket, Exchange[]>();
  const behind = server.rawListeners('request');
  server.removeAllListeners('request');
  const serve = (exchange: Exchange, line: Exchange[]): void => {
    const [{ socket }, response] = exchange;
    response.once('close', () => {
      const next = line.shift();
      if (next === undefined) {
        waiting.delete(socket);
      } else {
        setImmediate(serve, next, line);
      }
    });
    if (socket.destroyed) {
      // Node closes the replies of its own requests; whoever waits has nobody to wait for.
      line.length = 0;
      return;
    }
    behind.forEach((listener) => {
      Reflect.apply(listener, server, exchange);
    });
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const line = waiting.get(socket);
    if (line === undefined) {
      const own: Exchange[] = [];
      waiting.set(socket, own);
      serve([request, response], own);
    } else if (line.length < MOST_WAITING) {
      line.push([request, response]);
    } else {
      line.length = 0;
      socket.destroy();
    }
  });
}
