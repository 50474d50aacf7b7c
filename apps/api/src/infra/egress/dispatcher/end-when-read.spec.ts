import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../testing/wait-until.js';
import { parseEgressAllow } from '../egress-policy.js';
import { EgressService } from '../egress.service.js';

/** More than undici buffers before it pauses its parser, and one chunk for the kernel. */
const BODY = Buffer.alloc(64 * 1024, 'a');

describe('endWhenRead', () => {
  let server: net.Server;
  let service: EgressService;
  let sockets: Socket[];

  beforeEach(() => {
    sockets = [];
    service = new EgressService({
      allow: parseEgressAllow('127.0.0.0/8'),
      ownHosts: [],
      ownEndpoints: [],
    });
  });
  afterEach(async () => {
    await service.onApplicationShutdown();
    sockets.forEach((socket) => socket.destroy());
    await new Promise((done) => server.close(done));
  });

  /** Starts a server that answers each connection's first request with these headers and BODY. */
  async function url(headers: readonly string[], end: (socket: Socket) => void): Promise<string> {
    server = net.createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(['HTTP/1.1 200 OK', ...headers, '', ''].join('\r\n'));
        socket.write(BODY, () => end(socket));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  const LENGTH = `Content-Length: ${BODY.length}`;
  const CLOSE = 'Connection: close';

  it.each([
    ['of known size', [LENGTH, CLOSE]],
    ['that ends with its connection', [CLOSE]],
  ])(
    'reads a body %s whole, long after the source has closed the connection',
    async (_, headers) => {
      const { body } = await service.request(await url(headers, (socket) => socket.end()));
      await delay(50);
      expect(await buffer(body)).toEqual(BODY);
    },
  );

  it.each([
    ['before the end of its body', [`Content-Length: ${BODY.length + 1}`, CLOSE]],
    ['when the size of its body is unknown', [CLOSE]],
  ])('fails if the connection is reset %s', async (_, headers) => {
    const { body } = await service.request(
      await url(headers, (socket) => void delay(20).then(() => socket.resetAndDestroy())),
    );
    await delay(50);
    await expect(buffer(body)).rejects.toThrow();
  });

  it('notices that an idle connection was closed, and opens another', async () => {
    const address = await url([LENGTH], (socket) => void delay(10).then(() => socket.end()));
    for (const count of [1, 2]) {
      const { body } = await service.request(address);
      expect((await buffer(body)).length).toBe(BODY.length);
      // Both sides have then closed it.
      await waitUntil(() => sockets[count - 1]?.closed === true, 'the end of the connection');
      expect(sockets).toHaveLength(count);
    }
  });
});
