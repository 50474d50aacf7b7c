import dns from 'node:dns';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { EgressFailed, EgressRefused } from './egress-error.js';
import { parseEgressAllow, type EgressPolicy } from './egress-policy.js';
import { guardedDial } from './guarded-dial.js';
import { answerLookups } from './testing/answer-lookups.js';

const policy = (allow: string): EgressPolicy => ({
  allow: parseEgressAllow(allow),
  ownHosts: new Set(),
  ownEndpoints: new Set(),
});

describe('guardedDial', () => {
  let server: net.Server;
  let port: number;
  let accepted: number;

  beforeEach(async () => {
    accepted = 0;
    server = net.createServer((socket) => {
      accepted += 1;
      socket.on('error', () => undefined).resume();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await new Promise((resolve) => server.close(resolve));
  });

  it('connects to an IP address in an allowed network', async () => {
    const socket = await guardedDial(policy('127.0.0.0/8'), { host: '127.0.0.1', port });
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('connects by name to an allowed endpoint', async () => {
    const socket = await guardedDial(policy(`localhost:${port}`), { host: 'localhost', port });
    expect(socket.remotePort).toBe(port);
    socket.destroy();
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0'])(
    'refuses the address %s without connecting',
    async (host) => {
      const lookup = jest.spyOn(dns, 'lookup');
      const failure = guardedDial(policy('10.0.0.0/8'), { host, port });
      await expect(failure).rejects.toBeInstanceOf(EgressRefused);
      expect([accepted, lookup.mock.calls.length]).toEqual([0, 0]);
    },
  );

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['127.0.0.2', '10.0.0.1']],
    [['10.0.0.1', '127.0.0.2']],
    [['::ffff:127.0.0.2']],
  ])('refuses a name that resolves to %j, which includes a forbidden address', async (answer) => {
    answerLookups(answer);
    const failure = guardedDial(policy('127.0.0.2/32'), { host: 'mixed.test', port });
    await expect(failure).rejects.toMatchObject({ name: 'EgressRefused', host: 'mixed.test' });
    expect(accepted).toBe(0);
  });

  it('looks the name up again for each connection, and refuses it once it resolves to a forbidden address', async () => {
    answerLookups(['127.0.0.1'], ['127.0.0.9']);
    const turns: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await guardedDial(policy('127.0.0.1/32'), { host: 'rebind.test', port }).then(
        (socket) => {
          turns.push(socket.remoteAddress ?? '');
          socket.destroy();
        },
        (error: EgressRefused) => turns.push(error.name),
      );
    }
    expect(turns).toEqual(['127.0.0.1', 'EgressRefused', '127.0.0.1', 'EgressRefused']);
  });

  it('refuses a peer whose address is not the one that was checked', async () => {
    // Simulates a packet filter that rewrites addresses: the requested address is allowed, but the
    // peer's is not.
    const connect = net.connect;
    jest
      .spyOn(net, 'connect')
      .mockImplementation(((options: net.TcpNetConnectOpts) =>
        connect({ ...options, host: '127.0.0.1' })) as typeof net.connect);
    const failure = guardedDial(policy('127.0.0.9/32'), { host: '127.0.0.9', port });
    await expect(failure).rejects.toMatchObject({ name: 'EgressRefused' });
  });

  it('reports a closed port and an unknown name as different failures', async () => {
    await new Promise((resolve) => server.close(resolve));
    const closed = guardedDial(policy('127.0.0.0/8'), { host: '127.0.0.1', port });
    await expect(closed).rejects.toEqual(new EgressFailed('connection'));
    answerLookups([]);
    const unknown = guardedDial(policy(''), { host: 'nowhere.test', port: 80 });
    await expect(unknown).rejects.toMatchObject({ reason: 'dns' });
  });
});
