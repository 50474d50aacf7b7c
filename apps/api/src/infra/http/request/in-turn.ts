import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * How many requests of a connection may wait behind the current one. Browsers and proxies wait for
 * each reply before they send the next request.
 */
const MOST_WAITING = 16;

/**
 * Serves the requests of a connection one at a time, each in its own turn of the event loop. Node
 * emits all requests in a packet synchronously (pipelining, RFC 9112 §9.3.2). A packet of 64 KB can
 * contain two thousand requests, and no other client would be served in between. A connection with
 * more than `MOST_WAITING` waiting requests is closed. Applies to the listeners that are attached
 * when this is called.
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
      // The client has disconnected, so drop its pending requests.
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
