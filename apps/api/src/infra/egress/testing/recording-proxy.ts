import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { parseUpstreamProxy, type UpstreamProxy } from '../upstream-proxy.js';

/**
 * How a proxy responds to a CONNECT: it opens the tunnel, replies with a status, hangs, or drops
 * the connection.
 */
export type ProxyConduct = 'opens' | 'hangs' | 'breaks off' | number;

const CREDENTIALS = 'user:p@ss';

/** An HTTP proxy on loopback that connects to any target and records its requests. */
export class RecordingProxy {
  /** The targets of CONNECT requests, and the URLs of other requests. */
  asked: string[] = [];
  /** The local ports of the proxy's own connections. */
  readonly ports = new Set<number>();
  conduct: (target: string) => ProxyConduct = () => 'opens';
  private readonly sockets = new Set<Duplex>();
  private readonly server = http
    .createServer((request, response) => {
      this.asked.push(`${request.method} ${request.url}`);
      response.writeHead(405).end();
    })
    .on('connect', (request, socket, head: Buffer) => this.connect(request, socket, head))
    .on('connection', (socket) => this.keep(socket));

  async open(): Promise<void> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
  }

  async close(): Promise<void> {
    this.sockets.forEach((socket) => socket.destroy());
    await new Promise((done) => this.server.close(done));
  }

  /** `host:port`, as in EGRESS_ALLOW. */
  get endpoint(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The URL as an operator would write it. */
  get url(): string {
    return `http://${CREDENTIALS.replace('@', '%40')}@${this.endpoint}`;
  }

  get upstream(): UpstreamProxy {
    return parseUpstreamProxy(this.url);
  }

  private connect(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    const target = request.url ?? '';
    this.asked.push(target);
    const known = `Basic ${Buffer.from(CREDENTIALS).toString('base64')}`;
    const isKnown = request.headers['proxy-authorization'] === known;
    const conduct = isKnown ? this.conduct(target) : 407;
    if (conduct === 'breaks off') {
      socket.destroy();
    } else if (typeof conduct === 'number') {
      socket.end(`HTTP/1.1 ${conduct} No\r\nContent-Length: 0\r\n\r\n`);
    } else if (conduct === 'opens') {
      const { hostname, port } = new URL(`http://${target}`);
      const far = net.connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), () => {
        this.ports.add(far.localPort ?? 0);
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        far.write(head);
        socket.pipe(far).pipe(socket);
      });
      this.keep(far);
      far.on('close', () => socket.destroy());
      socket.on('close', () => far.destroy());
    }
  }

  private keep(socket: Duplex): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.sockets.delete(socket));
  }
}
