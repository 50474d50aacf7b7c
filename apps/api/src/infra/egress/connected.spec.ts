import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { connected } from './connected.js';

const TIMEOUT_MS = 20;
const sleepSync = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

describe('connected', () => {
  let server: net.Server;
  let socket: net.Socket;

  beforeEach(async () => {
    server = net.createServer((client) => client.on('error', () => undefined));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('accepts a connection that was made in time, even if this process was busy until later', async () => {
    socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    const ready = connected(socket, TIMEOUT_MS);
    // Node opens the connection in the next tick.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    sleepSync(3 * TIMEOUT_MS);
    await expect(ready).resolves.toBeUndefined();
  });

  it('gives up when nothing has connected', async () => {
    // Never connects.
    socket = new net.Socket();
    await expect(connected(socket, TIMEOUT_MS)).rejects.toMatchObject({ reason: 'timeout' });
  });
});
