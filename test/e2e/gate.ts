import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * How the gate handles a request: null passes it on, and a number is the status to respond with.
 */
export type Fate =
  | 'cut'
  | number
  /** Responds with another page, like a captive portal. */
  | 'portal'
  | null;

/** A reverse proxy between visitors and the server, which misbehaves on demand. */
export interface Gate {
  readonly url: string;
  readonly port: number;
  /** If true, refuses WebSocket upgrades, as many corporate proxies do. */
  refusesSockets: boolean;
  readonly dropSockets: () => void;
  /** Decides what happens to each request, by method and path. */
  fate: (method: string, path: string) => Fate;
  readonly close: () => Promise<void>;
}

const PORTAL = '<!doctype html><title>Welcome</title><p>Please accept our terms.</p>';

function answer(response: ServerResponse, fate: Exclude<Fate, null>): void {
  if (fate === 'cut') {
    response.destroy();
  } else if (fate === 'portal') {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL);
  } else {
    response.writeHead(fate, { 'content-type': 'text/plain' }).end();
  }
}

/** Passes a request on. Responds with 502 if nothing is listening, as nginx does. */
function passOn(port: number, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = incoming;
  const outgoing = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
    reply.on('error', () => response.destroy()).pipe(response);
  });
  outgoing.on('error', () => {
    if (response.headersSent) {
      response.destroy();
    } else {
      response.writeHead(502, { 'content-type': 'text/plain' }).end();
    }
  });
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

function tunnel(
  port: number,
  { method, url, rawHeaders }: IncomingMessage,
  visitor: Duplex,
): Socket {
  const server = connect(port, '127.0.0.1');
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1] ?? ''}`] : [],
  );
  server.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  server.on('error', () => visitor.destroy()).on('close', () => visitor.destroy());
  visitor.on('error', () => server.destroy()).on('close', () => server.destroy());
  server.pipe(visitor).pipe(server);
  return server;
}

/**
 * Opens a gate in front of a server. @param server the server, whose port may change when it is
 * restarted
 */
export async function openGate(server: { readonly port: number }): Promise<Gate> {
  const tunnels = new Set<Socket>();
  const gate = { refusesSockets: false, fate: (): Fate => null } as Pick<
    Gate,
    'refusesSockets' | 'fate'
  >;
  const listener = createServer((incoming, response) => {
    const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
    const fate = gate.fate(incoming.method ?? 'GET', path);
    if (fate === null) {
      passOn(server.port, incoming, response);
    } else {
      answer(response, fate);
    }
  });
  listener.on('upgrade', (incoming: IncomingMessage, visitor: Duplex) => {
    if (gate.refusesSockets) {
      visitor.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    const made = tunnel(server.port, incoming, visitor);
    tunnels.add(made);
    made.once('close', () => tunnels.delete(made));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const dropSockets = () => tunnels.forEach((made) => made.destroy());
  return Object.assign(gate, {
    url: `http://127.0.0.1:${port}`,
    port,
    dropSockets,
    close: () =>
      new Promise<void>((resolve) => {
        dropSockets();
        listener.close(() => resolve());
        listener.closeAllConnections();
      }),
  });
}
