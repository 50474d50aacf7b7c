import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { Site } from '../sites/site.js';
import { parseEgressAllow } from './egress-policy.js';
import { EgressService } from './egress.service.js';
import { ForwardProxy } from './forward-proxy.js';
import { openTunnel } from './open-tunnel.js';
import { answerLookups } from './testing/answer-lookups.js';
import { waitUntil } from '../testing/wait-until.js';
import { RecordingProxy } from './testing/recording-proxy.js';

describe('an outbound proxy', () => {
  const proxy = new RecordingProxy();
  let origin: http.Server;
  let port: number;
  let asked: { url: string; headers: http.IncomingHttpHeaders }[];
  let redirectTo = '';
  let egress: EgressService;
  let warnings: jest.SpyInstance<void, [message: unknown, ...rest: unknown[]]>;

  /**
   * A service that may reach the proxy and the origin's loopback address. It uses the proxy for
   * TikTok.
   */
  const serviceOf = (allow = `127.0.0.1/32, ${proxy.endpoint}`): EgressService =>
    new EgressService({
      allow: parseEgressAllow(allow),
      ownHosts: [],
      ownEndpoints: [],
      proxyOf: (site) => (site === 'tiktok' ? proxy.upstream : null),
    });
  const fetched = async (url: string, via: Site = 'tiktok'): Promise<string> => {
    const answer = await egress.request(url, { via });
    return `${answer.status} ${await answer.body.text()}`;
  };

  beforeAll(() => proxy.open());
  afterAll(() => proxy.close());

  beforeEach(async () => {
    asked = [];
    [proxy.asked, proxy.conduct] = [[], () => 'opens'];
    origin = http.createServer((request, response) => {
      asked.push({ url: request.url ?? '', headers: request.headers });
      if (request.url === '/go') {
        response.writeHead(302, { location: redirectTo }).end();
      } else {
        response.end('origin');
      }
    });
    await once(origin.listen(0, '127.0.0.1'), 'listening');
    port = (origin.address() as AddressInfo).port;
    egress = serviceOf();
    warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await egress.onApplicationShutdown();
    origin.closeAllConnections();
    await new Promise((done) => origin.close(done));
  });

  it('gets the checked address but never a name, and reveals nothing to the origin', async () => {
    answerLookups(['127.0.0.1']);
    expect(await fetched(`http://media.test:${port}/a`)).toBe('200 origin');
    expect(proxy.asked).toEqual([`127.0.0.1:${port}`]);
    expect(asked[0]?.headers.host).toBe(`media.test:${port}`);
    expect(JSON.stringify(asked[0]?.headers)).not.toMatch(/proxy/i);
  });

  it('is used only for its own sites, and shares no connections with others', async () => {
    for (const via of ['tiktok', 'other', 'tiktok', 'youtube'] as const) {
      await fetched(`http://127.0.0.1:${port}/`, via);
    }
    expect([proxy.asked.length, asked.length]).toEqual([1, 4]);
  });

  it('is chosen by the URL if no site is given', async () => {
    answerLookups(['127.0.0.1']);
    await (await egress.request(`http://www.tiktok.com:${port}/`)).body.dump();
    await egress.redirectOf(`http://vm.tiktok.com:${port}/`);
    await (await egress.request(`http://www.youtube.com:${port}/`)).body.dump();
    expect(proxy.asked).toHaveLength(2);
  });

  it('is also used for redirects, each of which is checked here', async () => {
    answerLookups(['127.0.0.1']);
    redirectTo = `http://other.test:${port}/b`;
    expect(await fetched(`http://media.test:${port}/go`)).toBe('200 origin');
    expect(proxy.asked).toHaveLength(2);
    redirectTo = 'http://127.0.0.2/b';
    await expect(fetched(`http://media.test:${port}/go`)).rejects.toMatchObject({
      name: 'EgressRefused',
      reason: 'address',
    });
    expect(proxy.asked.filter((target) => !target.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it.each([
    'http://127.0.0.2/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.2]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://2130706434/',
    'https://127.0.0.2/',
  ])('gets no request for the forbidden address %s', async (url) => {
    await expect(fetched(url)).rejects.toMatchObject({ name: 'EgressRefused' });
    expect(proxy.asked).toEqual([]);
  });

  it('gets a request only if a name resolves to an allowed address', async () => {
    answerLookups(['127.0.0.1'], ['127.0.0.9'], ['127.0.0.1', '10.0.0.1']);
    const turns: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      // Use a new connection for each request, because the name would not be looked up again on a
      // reused one.
      const service = serviceOf();
      await service.request(`http://rebind.test:${port}/`, { via: 'tiktok' }).then(
        ({ status }) => turns.push(String(status)),
        (error: Error) => turns.push(error.name),
      );
      await service.onApplicationShutdown();
    }
    const round = ['200', 'EgressRefused', 'EgressRefused'];
    expect(turns).toEqual([...round, ...round]);
    expect(proxy.asked).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${port}`]);
  });

  it('gets a request for the next address of a name if the first is unreachable', async () => {
    answerLookups(['::1', '127.0.0.2', '127.0.0.1']);
    egress = serviceOf(`::1/128, 127.0.0.0/30, ${proxy.endpoint}`);
    proxy.conduct = (target) => (target.startsWith('127.0.0.2') ? 502 : 'opens');
    expect(await fetched(`http://media.test:${port}/`)).toBe('200 origin');
    expect(proxy.asked).toEqual([`127.0.0.2:${port}`, `127.0.0.1:${port}`]);
  });

  it.each([
    ['needs other credentials', 407],
    ['forbids the request', 403],
    ['cannot reach the target', 502],
    ['drops the connection', 'breaks off'],
  ] as const)('is identified in a single log line when it %s', async (_, conduct) => {
    proxy.conduct = () => conduct;
    for (let turn = 0; turn < 3; turn += 1) {
      await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
        name: 'EgressFailed',
        reason: 'proxy',
      });
    }
    expect([asked.length, warnings.mock.calls.length]).toEqual([0, 1]);
    const line = JSON.stringify(warnings.mock.calls[0]);
    expect(line).toContain(proxy.endpoint);
    expect(line).not.toMatch(/p@ss|p%40ss|Basic|dXNlc/);
  });

  it.each([
    ['opens a connection', 'opens', true],
    ['cannot reach the target', 502, true],
    ['forbids the target', 403, true],
    ['needs other credentials', 407, false],
    ['has reached its own limit', 429, false],
    ['drops the connection, perhaps because of the target', 'breaks off', null],
  ] as const)(
    "records that it %s, unless a visitor's link could be the cause",
    async (_, conduct, works) => {
      const noted = jest.fn();
      proxy.conduct = () => conduct;
      egress = new EgressService({
        ...{ allow: parseEgressAllow(`127.0.0.1/32, ${proxy.endpoint}`), ownHosts: [] },
        ...{ ownEndpoints: [], proxyOf: () => proxy.upstream, noteProxy: noted },
      });
      await fetched(`http://127.0.0.1:${port}/`).catch(() => undefined);
      expect(noted.mock.calls).toEqual(works === null ? [] : [[proxy.upstream, works]]);
    },
  );

  it.each([
    ['is down', 'connect ECONNREFUSED'],
    ['is private and not in EGRESS_ALLOW', 'egress refused: address'],
  ])('is reported and recorded, and gets no request when it %s', async (kind, fault) => {
    const down = new RecordingProxy();
    await down.open();
    const { upstream, endpoint } = down;
    await down.close();
    const isDown = kind === 'is down';
    const noted = jest.fn();
    egress = new EgressService({
      allow: parseEgressAllow(`127.0.0.1:${port}${isDown ? `, ${endpoint}` : ''}`),
      ownHosts: [],
      ownEndpoints: [],
      proxyOf: () => (isDown ? upstream : proxy.upstream),
      noteProxy: noted,
    });
    await expect(fetched(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'proxy' });
    expect([proxy.asked, asked]).toEqual([[], []]);
    expect(noted.mock.calls).toEqual([[isDown ? upstream : proxy.upstream, false]]);
    expect(warnings.mock.calls[0]?.[0]).toMatchObject({
      fault: expect.stringContaining(fault) as string,
    });
  });

  it('is abandoned when it hangs', async () => {
    proxy.conduct = () => 'hangs';
    const { host, port: at } = proxy.upstream;
    const socket = net.connect(at, host);
    await once(socket, 'connect');
    const endpoint = { host: '127.0.0.1', port };
    const outcome = await openTunnel(socket, { endpoint, proxy: proxy.upstream, timeoutMs: 100 });
    expect(outcome).toMatchObject({ retryOtherAddress: false, fault: null });
    expect(socket.destroyed).toBe(true);
    await waitUntil(() => proxy.asked.length === 1, 'the request to the proxy');
  });

  describe('used by a child process', () => {
    let forward: ForwardProxy;

    beforeEach(async () => {
      forward = new ForwardProxy(egress);
      await forward.onModuleInit();
    });
    afterEach(() => forward.onApplicationShutdown());

    /** Sends request headers through the forward proxy. @returns the status line */
    async function statusOf(head: string, via: Site = 'tiktok'): Promise<string> {
      const { hostname, port: at, username, password } = new URL(forward.openSession(via).proxyUrl);
      const pair = Buffer.from(`${username}:${password}`).toString('base64');
      const socket = net.connect(Number(at), hostname);
      socket.write(`${head} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic ${pair}\r\n\r\n`);
      const [first] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return first.toString().split('\r\n')[0]?.slice(9, 12) ?? '';
    }

    it('gets GET and CONNECT requests with addresses only', async () => {
      answerLookups(['127.0.0.1']);
      const statuses = [
        await statusOf(`GET http://media.test:${port}/a`),
        await statusOf(`CONNECT media.test:${port}`),
        await statusOf(`CONNECT media.test:${port}`, 'other'),
      ];
      expect(statuses).toEqual(['200', '200', '200']);
      expect(proxy.asked).toEqual([`127.0.0.1:${port}`, `127.0.0.1:${port}`]);
      expect(asked[0]?.headers).not.toHaveProperty('proxy-authorization');
    });

    it.each([
      ['CONNECT 127.0.0.2:443', '403'],
      ['GET http://10.0.0.1/', '403'],
      ['CONNECT redis:443', '403'],
    ])('does not get the forbidden request %s, which is answered with %s', async (head, status) => {
      expect(await statusOf(head)).toBe(status);
      expect(proxy.asked).toEqual([]);
    });

    it('is reported with a 502 when it fails', async () => {
      proxy.conduct = () => 403;
      expect(await statusOf(`CONNECT 127.0.0.1:${port}`)).toBe('502');
    });
  });
});
