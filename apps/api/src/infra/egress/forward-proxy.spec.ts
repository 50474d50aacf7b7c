import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { parseEgressAllow } from './egress-policy.js';
import { EgressService } from './egress.service.js';
import { ForwardProxy, type ProxySession } from './forward-proxy.js';
import { answerLookups } from './testing/answer-lookups.js';

interface Answer {
  status: number;
  body: string;
}

/**
 * Sends raw bytes through the proxy, and reads until the proxy closes the connection or `until` has
 * arrived.
 */
async function exchange(
  proxyUrl: string,
  lines: string[],
  until = /$^/,
  early = '',
): Promise<string> {
  const { hostname, port, username, password } = new URL(proxyUrl);
  const auth = Buffer.from(`${username}:${password}`).toString('base64');
  const socket = net.connect(Number(port), hostname);
  const authLine = username ? [`Proxy-Authorization: Basic ${auth}`] : [];
  socket.write([...lines, ...authLine, '', early].join('\r\n'));
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (until.test(text)) {
      break;
    }
  }
  socket.destroy();
  return text;
}

const parse = (text: string): Answer => ({
  status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1]),
  body: text.split('\r\n\r\n').slice(1).join('\r\n\r\n'),
});

const viaGet = async (proxyUrl: string, url: string): Promise<Answer> =>
  parse(await exchange(proxyUrl, [`GET ${url} HTTP/1.1`, `Host: x`, 'Connection: close']));

const viaConnect = async (proxyUrl: string, endpoint: string): Promise<Answer> =>
  parse(await exchange(proxyUrl, [`CONNECT ${endpoint} HTTP/1.1`], /^HTTP\/1.1 200/));

describe('ForwardProxy', () => {
  let egress: EgressService;
  let proxy: ForwardProxy;
  let session: ProxySession;
  let origin: http.Server;
  let port: number;
  let hits: { url: string; headers: http.IncomingHttpHeaders }[];
  let connections: Set<net.Socket>;

  beforeEach(async () => {
    [hits, connections] = [[], new Set()];
    origin = http.createServer((request, response) => {
      hits.push({ url: request.url ?? '', headers: request.headers });
      response.end('origin');
    });
    origin.on('connection', (socket) => {
      connections.add(socket);
      socket.on('close', () => connections.delete(socket));
    });
    await once(origin.listen(0, '127.0.0.1'), 'listening');
    port = (origin.address() as AddressInfo).port;
    egress = new EgressService({
      allow: parseEgressAllow('127.0.0.1/32'),
      ownHosts: ['dipper.example'],
      ownEndpoints: [],
    });
    proxy = new ForwardProxy(egress);
    await proxy.onModuleInit();
    session = proxy.openSession();
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await proxy.onApplicationShutdown();
    await egress.onApplicationShutdown();
    await new Promise((done) => origin.close(done));
  });

  it('forwards an allowed absolute-form request without its credentials', async () => {
    const answer = await viaGet(session.proxyUrl, `http://127.0.0.1:${port}/a?b`);
    expect(answer).toMatchObject({
      status: 200,
      body: expect.stringContaining('origin') as string,
    });
    expect(hits.map(({ url }) => url)).toEqual(['/a?b']);
    expect(hits[0]?.headers).not.toHaveProperty('proxy-authorization');
    expect(session.refused()).toBeNull();
  });

  it('opens a tunnel for an allowed CONNECT, and passes on bytes that arrive early', async () => {
    const { hostname, port: at, username, password } = new URL(session.proxyUrl);
    const auth = Buffer.from(`${username}:${password}`).toString('base64');
    const socket = net.connect(Number(at), hostname);
    socket.write(
      `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: Basic ${auth}\r\n\r\n` +
        'GET /early HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    let text = '';
    for await (const chunk of socket) {
      text += String(chunk);
    }
    expect(text).toMatch(/^HTTP\/1.1 200 .*HTTP\/1.1 200 OK.*origin/s);
    expect(hits.map(({ url }) => url)).toEqual(['/early']);
  });

  it.each([
    ['127.0.0.2:80', 'address'],
    ['0x7f.2:80', 'address'],
    ['2130706434:80', 'address'],
    ['[::1]:443', 'address'],
    ['[::ffff:127.0.0.1]:80', 'address'],
    ['169.254.169.254:80', 'address'],
    ['8.8.8.8:25', 'port'],
    ['redis:443', 'name'],
    ['metadata.google.internal:80', 'name'],
    ['dipper.example:443', 'own'],
  ])('refuses %s with GET and CONNECT, and records the reason (%s)', async (endpoint, reason) => {
    const other = proxy.openSession();
    const connect = await viaConnect(session.proxyUrl, endpoint);
    const get = await viaGet(session.proxyUrl, `http://${endpoint}/`);
    expect([connect.status, get.status]).toEqual([403, 403]);
    expect([session.refused(), other.refused()]).toEqual([reason, null]);
  });

  it.each(['127.0.0.9', '::1', '10.0.0.1'])(
    'refuses a name that resolves to %s with GET and CONNECT',
    async (address) => {
      answerLookups(['127.0.0.1', address]);
      const endpoint = `rebind.test:${port}`;
      const connect = await viaConnect(session.proxyUrl, endpoint);
      const get = await viaGet(session.proxyUrl, `http://${endpoint}/`);
      expect([connect.status, get.status, hits.length]).toEqual([403, 403, 0]);
    },
  );

  it('resolves a name only once per connection, which rules out DNS rebinding', async () => {
    const lookup = answerLookups(['127.0.0.1'], ['127.0.0.9']);
    const statuses: number[] = [];
    for (let request = 0; request < 4; request += 1) {
      statuses.push((await viaGet(session.proxyUrl, `http://rebind.test:${port}/`)).status);
    }
    expect(statuses).toEqual([200, 403, 200, 403]);
    expect([lookup.mock.calls.length, hits.length]).toEqual([4, 2]);
  });

  it('does not proxy to itself', async () => {
    const { port: own } = new URL(session.proxyUrl);
    expect((await viaConnect(session.proxyUrl, `127.0.0.1:${own}`)).status).toBe(403);
    expect(session.refused()).toBe('own');
  });

  it('answers 407 without credentials, with wrong ones, and after the session has been closed', async () => {
    const url = `http://127.0.0.1:${port}/`;
    const bare = new URL(session.proxyUrl);
    bare.username = bare.password = '';
    const wrong = new URL(session.proxyUrl);
    wrong.password = wrong.password.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    session.close();
    for (const proxyUrl of [bare.href, wrong.href, session.proxyUrl]) {
      expect((await viaGet(proxyUrl, url)).status).toBe(407);
      expect((await viaConnect(proxyUrl, `127.0.0.1:${port}`)).status).toBe(407);
    }
    expect(hits).toEqual([]);
  });

  it('answers 502 for a closed port without counting it as a refusal', async () => {
    const closed = net.createServer();
    await once(closed.listen(0, '127.0.0.1'), 'listening');
    const { port: free } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    expect((await viaConnect(session.proxyUrl, `127.0.0.1:${free}`)).status).toBe(502);
    expect(session.refused()).toBeNull();
  });

  it.each(['GET', 'CONNECT'])(
    'closes the connections of a session that exceeds its byte limit (%s)',
    async (method) => {
      const sent = http.createServer((_request, response) => {
        const pour = (): void => {
          let takesMore = true;
          while (takesMore && !response.destroyed) {
            takesMore = response.write(Buffer.alloc(64 * 1024, 'a'));
          }
        };
        response.on('drain', pour);
        pour();
      });
      await once(sent.listen(0, '127.0.0.1'), 'listening');
      const to = `127.0.0.1:${(sent.address() as AddressInfo).port}`;
      const poor = proxy.openSession('other', 1024 * 1024);
      const lines =
        method === 'GET'
          ? [`GET http://${to}/ HTTP/1.1`, 'Host: x']
          : [`CONNECT ${to} HTTP/1.1`, 'Host: x'];
      const early = method === 'GET' ? '' : 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
      const text = await exchange(poor.proxyUrl, lines, /$^/, early).catch(() => '');
      expect(poor.overspent.aborted).toBe(true);
      expect(text.length).toBeLessThan(2 * 1024 * 1024);
      // The session stays over its limit, but other sessions are not affected.
      expect((await viaGet(poor.proxyUrl, `http://127.0.0.1:${port}/`)).status).toBe(502);
      expect((await viaGet(session.proxyUrl, `http://127.0.0.1:${port}/`)).status).toBe(200);
      expect([session.overspent.aborted, poor.refused()]).toEqual([false, null]);
      sent.closeAllConnections();
      await new Promise((done) => sent.close(done));
    },
  );

  it('counts the bytes of all connections of a session', async () => {
    const poor = proxy.openSession('other', 1000);
    const statuses: number[] = [];
    while (!poor.overspent.aborted && statuses.length < 100) {
      statuses.push((await viaGet(poor.proxyUrl, `http://127.0.0.1:${port}/`)).status);
    }
    // A response from this origin consists of a 6-byte body and less than 200 bytes of headers.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(3);
    expect(statuses.length).toBeLessThan(100);
  });

  it('leaves no connection open after a request or a closed session', async () => {
    await viaGet(session.proxyUrl, `http://127.0.0.1:${port}/`);
    await allClosed(connections);
    const { hostname, port: at, username, password } = new URL(session.proxyUrl);
    const auth = Buffer.from(`${username}:${password}`).toString('base64');
    const child = net.connect(Number(at), hostname);
    child.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: Basic ${auth}\r\n\r\n`);
    await once(child, 'data');
    expect(connections.size).toBe(1);
    session.close();
    child.resume();
    await once(child, 'close');
    await allClosed(connections);
  });
});

async function allClosed(sockets: Set<net.Socket>): Promise<void> {
  await Promise.all([...sockets].map((socket) => once(socket, 'close')));
  expect(sockets.size).toBe(0);
}
