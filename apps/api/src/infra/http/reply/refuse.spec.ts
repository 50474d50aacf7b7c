import { errorReply } from '@dipper/contract';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
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
});
