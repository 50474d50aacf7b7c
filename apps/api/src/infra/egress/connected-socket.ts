import http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * An agent that hands out a single connected socket, once. It is a subclass that overrides
 * `createConnection`. The request option of that name is silently ignored if `agent` is false; the
 * request would then open a new connection and bypass the guard.
 */
export class ConnectedSocketAgent extends http.Agent {
  private socket: Socket | null;

  constructor(socket: Socket) {
    super({ keepAlive: false, maxSockets: 1 });
    this.socket = socket;
  }

  override createConnection(): Duplex {
    const { socket } = this;
    if (!socket) {
      throw new Error('the connected socket was already used');
    }
    this.socket = null;
    return socket;
  }
}

/**
 * A server that handles a CONNECT. It never listens, but joins the client to one connected socket.
 * When one side ends, the other ends too.
 */
export function tunnelTo(target: Socket): http.Server {
  const server = http.createServer();
  server.removeAllListeners('connection');
  server.on('connection', (source: Socket) => {
    source.pipe(target);
    target.pipe(source);
    source.on('error', () => target.destroy());
    target.on('error', () => source.destroy());
    source.on('close', () => target.destroy());
    target.on('close', () => source.destroy());
  });
  return server;
}
