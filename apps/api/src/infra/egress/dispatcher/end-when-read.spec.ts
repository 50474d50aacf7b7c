import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
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
  async function url(...headers: readonly string[]): Promise<string> {
    server = net.createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(['HTTP/1.1 200 OK', ...headers, '', ''].join('\r\n'));
        socket.write(BODY);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }
  /** Lets events of the connection arrive. Later ones would only make a test easier to pass. */
  async function someTurns(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) {
      await setImmediate();
    }
  }
  const LENGTH = `Content-Length: ${BODY.length}`;
  const CLOSE = 'Connection: close';

  it.each([
    ['of known size', [LENGTH, CLOSE]],
    ['that ends with its connection', [CLOSE]],
  ])('reads a body %s whole after the source has closed the connection', async (_, headers) => {
    const { body } = await service.request(await url(...headers));
    sockets[0]?.end();
    await waitUntil(() => sockets[0]?.writableFinished === true, 'the end of the reply');
    await someTurns();
    expect(await buffer(body)).toEqual(BODY);
  });

  it.each([
    ['before the end of its body', [`Content-Length: ${BODY.length + 1}`, CLOSE]],
    ['when the size of its body is unknown', [CLOSE]],
  ])('fails if the connection is reset %s', async (_, headers) => {
    const { body } = await service.request(await url(...headers));
    await someTurns();
    sockets[0]?.resetAndDestroy();
    await someTurns();
    await expect(buffer(body)).rejects.toThrow();
  });

  it('notices that an idle connection was closed, and opens another', async () => {
    const address = await url(LENGTH);
    for (const count of [1, 2]) {
      const { body } = await service.request(address);
      expect((await buffer(body)).length).toBe(BODY.length);
      sockets[count - 1]?.end();
      // Both sides have then closed it.
      await waitUntil(() => sockets[count - 1]?.closed === true, 'the end of the connection');
      expect(sockets).toHaveLength(count);
    }
  });
});
