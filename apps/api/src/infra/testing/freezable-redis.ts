import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A connection to Redis that can be frozen. It then still accepts commands, but passes on no
 * replies.
 */
export class FreezableRedis {
  private readonly pairs: (readonly [near: Socket, far: Socket])[] = [];

  private constructor(
    /** The URL of Redis through this connection. */
    readonly url: string,
    private readonly end: () => Promise<void>,
  ) {}

  static async to(address: string): Promise<FreezableRedis> {
    const { hostname, port } = new URL(address);
    const server = createServer((near) => {
      const far = connect(Number(port), hostname);
      way.pairs.push([near, far]);
      near.on('error', () => undefined).pipe(far);
      far.on('error', () => undefined).pipe(near);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = new URL(address);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const way = new FreezableRedis(url.href, async () => {
      way.pairs.flat().forEach((socket) => socket.destroy());
      await new Promise((done) => server.close(done));
    });
    return way;
  }

  freeze(): void {
    this.pairs.forEach(([, far]) => far.unpipe());
  }

  thaw(): void {
    this.pairs.forEach(([near, far]) => far.pipe(near));
  }

  close(): Promise<void> {
    return this.end();
  }
}
