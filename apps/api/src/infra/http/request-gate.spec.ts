import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { OpenResponses } from './open-responses.js';
import { guardServer } from './request-gate.js';

let server: Server;
let socket: Socket;

/** A guarded server, and a connection to it. */
async function start(listener: RequestListener): Promise<void> {
  server = createServer(listener);
  guardServer(server, new OpenResponses({ SHUTDOWN_GRACE_SECONDS: 20 }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
}
afterEach(() => {
  socket.destroy();
  server.close();
});

describe('guardServer', () => {
  it('writes nothing into a reply that has begun', async () => {
    await start((_, response) => {
      response.writeHead(200).write('half');
    });
    socket.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n');
    await once(socket, 'data');
    socket.write('what is no HTTP\r\n\r\n');
    expect(await text(socket)).toBe('');
  });

  it('answers a broken body while the client is still connected', async () => {
    await start((request) => {
      request.resume();
    });
    socket.write('POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"INVALID_REQUEST"\}$/);
  });

  it('leaves upgrades to other listeners', async () => {
    await start(() => undefined);
    server.on('upgrade', (_, upgraded: Socket) => upgraded.end('live reload'));
    server.prependListener('upgrade', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    expect(await text(socket)).toBe('live reload');
  });
});
