import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { wrapListeners } from './wrap-listeners.js';

interface Waiting {
  readonly response: ServerResponse;
  readonly pass: () => void;
}

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
  const lines = new WeakMap<Socket, Waiting[]>();
  const serve = ({ response, pass }: Waiting, line: Waiting[]): void => {
    const { socket } = response.req;
    response.once('close', () => {
      const next = line.shift();
      if (next === undefined) {
        lines.delete(socket);
      } else {
        setImmediate(serve, next, line);
      }
    });
    if (socket.destroyed) {
      // The client has disconnected, so drop its pending requests.
      line.length = 0;
      return;
    }
    pass();
  };
  wrapListeners(
    server,
    'request',
    (pass, { socket }: IncomingMessage, response: ServerResponse) => {
      const line = lines.get(socket);
      if (line === undefined) {
        const own: Waiting[] = [];
        lines.set(socket, own);
        serve({ response, pass }, own);
      } else if (line.length < MOST_WAITING) {
        line.push({ response, pass });
      } else {
        line.length = 0;
        socket.destroy();
      }
    },
  );
}
