import { errorReply } from '@dipper/contract';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { refuseResponse, refuseSocket } from './refuse.js';

const BUSY = { code: 'RATE_LIMITED', retryAfterSeconds: 7 } as const;

describe('the refusal of a request outside Express', () => {
  let server: Server;
  afterEach(() => server.close());

  it.each<[string, () => Server]>([
    ['a response', () => createHttpServer((_, response) => refuseResponse(response, BUSY))],
    ['a bare connection', () => createServer((socket) => refuseSocket(socket, BUSY))],
  ])('is sent on %s in the usual format', async (_, create) => {
    server = create().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}/`);
    expect(reply.status).toBe(429);
    expect(reply.headers.get('retry-after')).toBe('7');
    expect(await reply.json()).toEqual(errorReply('RATE_LIMITED', { seconds: 7 }));
  });

  it('does not reset the connection of a client that is still sending its body', async () => {
    server = createHttpServer((_, response) => refuseResponse(response, BUSY));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const errors: Error[] = [];
    client.on('error', (error) => errors.push(error));
    client.write('POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 300000\r\n\r\n');
    const [own] = (await once(server, 'connection')) as [Socket];
    const closed = once(own, 'close');
    const received: Buffer[] = [];
    client.on('data', (piece: Buffer) => received.push(piece));
    // The server has closed its side.
    await once(client, 'end');
    expect(Buffer.concat(received).toString()).toMatch(
      /^HTTP\/1\.1 429 [^]*"code":"RATE_LIMITED",/,
    );
    for (let sent = 0; sent < 3; sent += 1) {
      await new Promise((written) => client.write(Buffer.alloc(100_000), written));
    }
    client.end();
    await closed;
    expect(errors).toEqual([]);
    expect(own.bytesRead).toBeGreaterThan(300_000);
  });
});
