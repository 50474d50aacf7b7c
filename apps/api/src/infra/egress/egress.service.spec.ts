import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { parseEgressAllow } from './egress-policy.js';
import { EgressService } from './egress.service.js';

interface Seen {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

describe('EgressService', () => {
  let servers: net.Server[];
  let services: EgressService[];
  let seen: Seen[];

  beforeEach(() => {
    [servers, services, seen] = [[], [], []];
  });

  afterEach(async () => {
    await Promise.all(services.map((service) => service.onApplicationShutdown()));
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  });

  async function listen(server: net.Server, host = '127.0.0.1'): Promise<string> {
    servers.push(server);
    await once(server.listen(0, host), 'listening');
    return `${host}:${(server.address() as AddressInfo).port}`;
  }

  /** A server that records its requests and answers `/to?<status> <url>` with a redirect. */
  function origin(host?: string): Promise<string> {
    const server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        const [status, location] = decodeURIComponent(url.split('?')[1] ?? '').split(' ');
        if (url.startsWith('/to?')) {
          response.writeHead(Number(status), { location }).end('x'.repeat(100_000));
        } else {
          response.writeHead(206, { 'content-range': 'bytes 0-1/2' }).end('ok');
        }
      });
    });
    return listen(server, host);
  }

  function service(allow: string, ownHosts: string[] = [], own: string[] = []): EgressService {
    const made = new EgressService({
      allow: parseEgressAllow(allow),
      ownHosts,
      ownEndpoints: own,
    });
    services.push(made);
    return made;
  }

  const to = (base: string, status: number, location: string): string =>
    `http://${base}/to?${encodeURIComponent(`${status} ${location}`)}`;

  it('returns status, headers and body', async () => {
    const base = await origin();
    const answer = await service(base).request(`http://${base}/v`, {
      headers: { Range: 'bytes=0-1' },
    });
    expect(answer).toMatchObject({ status: 206, url: `http://${base}/v` });
    expect(answer.headers['content-range']).toBe('bytes 0-1/2');
    expect(await answer.body.text()).toBe('ok');
    expect(seen[0]?.headers.range).toBe('bytes=0-1');
  });

  it('refuses a forbidden URL before it connects', async () => {
    const base = await origin();
    const failure = service('').request(`http://${base}/`);
    await expect(failure).rejects.toMatchObject({ name: 'EgressRefused', reason: 'port' });
    expect(seen).toEqual([]);
  });

  it('follows redirects and sends secrets to their own origin only', async () => {
    const [a, b] = [await origin(), await origin('127.0.0.2')];
    const headers = { Cookie: 'c', Authorization: 'a', Referer: 'r', Host: 'evil.test' };
    const answer = await service('127.0.0.0/8').request(
      to(a, 302, to(a, 301, to(b, 307, '/end'))),
      { headers },
    );
    expect([answer.status, answer.url]).toEqual([206, `http://${b}/end`]);
    await answer.body.dump();
    expect(seen.map(({ headers: h }) => [h.cookie, h.authorization, h.referer, h.host])).toEqual([
      ['c', 'a', 'r', a],
      ['c', 'a', 'r', a],
      [undefined, undefined, 'r', b],
      [undefined, undefined, 'r', b],
    ]);
  });

  it('changes the method and body of a redirected request as the status code requires', async () => {
    const base = await origin();
    const egress = service(base);
    const post = { method: 'POST', body: 'b', headers: { 'content-type': 'text/x' } } as const;
    for (const status of [303, 308]) {
      const answer = await egress.request(to(base, status, '/end'), post);
      await answer.body.dump();
    }
    expect(seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', 'b'],
      ['GET', ''],
      ['POST', 'b'],
      ['POST', 'b'],
    ]);
  });

  it.each([
    ['http://127.0.0.1:1/', 'port'],
    ['http://2130706433/', 'address'],
    ['http://[::ffff:127.0.0.1]/', 'address'],
    ['http://169.254.169.254/latest/meta-data/', 'address'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://127.0.0.1:6379/_INFO', 'scheme'],
    ['http://a:b@pub.test/', 'credentials'],
    ['http://localhost/', 'name'],
    ['http://dipper.example/', 'own'],
  ])('refuses a redirect to %s', async (location, reason) => {
    const base = await origin();
    const failure = service(base, ['dipper.example']).request(to(base, 302, location));
    await expect(failure).rejects.toMatchObject({ name: 'EgressRefused', reason });
    expect(seen).toHaveLength(1);
  });

  it('follows at most as many redirects as allowed', async () => {
    const base = await origin();
    const chain = (length: number): string =>
      length === 0 ? `http://${base}/end` : to(base, 302, chain(length - 1));
    const answer = await service(base).request(chain(2), { maxRedirects: 2 });
    await answer.body.dump();
    expect(answer.status).toBe(206);
    const failure = service(base).request(chain(3), { maxRedirects: 2 });
    await expect(failure).rejects.toMatchObject({ name: 'EgressFailed', reason: 'redirects' });
  });

  it('resolves a redirect without requesting the target', async () => {
    const base = await origin();
    const end = `http://${base}/end`;
    const egress = service(base);
    await expect(egress.redirectOf(to(base, 302, end))).resolves.toBe(end);
    await expect(egress.redirectOf(to(base, 302, 'http://10.0.0.1/'))).resolves.toBe(
      'http://10.0.0.1/',
    );
    expect(seen).toHaveLength(2);
    await expect(egress.redirectOf(end)).resolves.toBeNull();
    await expect(egress.redirectOf('http://10.0.0.1/')).rejects.toMatchObject({
      name: 'EgressRefused',
      reason: 'address',
    });
  });

  it('refuses requests to this server, even in an allowed network or under names added later', async () => {
    const base = await origin();
    const port = base.split(':')[1];
    const egress = service('127.0.0.0/8', [], [`0.0.0.0:${port}`]);
    await expect(egress.request(`http://${base}/`)).rejects.toMatchObject({ reason: 'own' });
    expect(egress.check('http://new.example/').ok).toBe(true);
    egress.addOwnHost('New.example:8080');
    expect(egress.check('http://new.example/')).toEqual({ ok: false, reason: 'own' });
    expect(seen).toEqual([]);
  });

  it.each(['0.0.0.0:3000', ':::3000', '[::]:3000', '127.0.0.1:3000', 'localhost:3000'])(
    'recognizes its endpoints when listening on %s',
    (own) => {
      const egress = service('127.0.0.0/8', [], [own]);
      expect(egress.check('http://127.0.0.1:3000/')).toEqual({ ok: false, reason: 'own' });
      expect(egress.check('http://127.0.0.1:3001/').ok).toBe(true);
    },
  );

  it('rejects a malformed endpoint at startup, and ignores an endpoint with port 0', () => {
    expect(() => service('', [], ['127.0.0.1'])).toThrow('"127.0.0.1" is not host:port');
    expect(service('127.0.0.0/8', [], ['127.0.0.1:0']).check('http://127.0.0.1/').ok).toBe(true);
  });

  it('classifies failures', async () => {
    const closed = await origin();
    await new Promise((done) => servers.pop()?.close(done));
    const cutting = await listen(net.createServer((socket) => socket.destroy()));
    const silent = await listen(http.createServer(() => undefined));
    const plain = await origin();
    const allowed = service('127.0.0.0/8');
    const reason = (url: string, signal?: AbortSignal): Promise<string> =>
      allowed.request(url, signal ? { signal } : {}).then(
        () => 'answered',
        (error: { reason: string }) => error.reason,
      );
    expect(await reason(`http://${closed}/`)).toBe('connection');
    expect(await reason(`http://${cutting}/`)).toBe('connection');
    expect(await reason(`https://${plain}/`)).toBe('tls');
    expect(await reason(`http://${silent}/`, AbortSignal.timeout(50))).toBe('timeout');
    expect(await reason(`http://${silent}/`, AbortSignal.abort('any reason'))).toBe('aborted');
  });

  it('uses TLS over the guarded socket and verifies the certificate', async () => {
    let hello = 0;
    const server = https.createServer({}, () => undefined);
    server.on('tlsClientError', () => (hello += 1));
    const base = await listen(server);
    const failure = service(base).request(`https://${base}/`);
    await expect(failure).rejects.toMatchObject({ name: 'EgressFailed', reason: 'tls' });
    expect(hello).toBe(1);
  });

  it('runs many requests to one origin in parallel', async () => {
    const open: http.ServerResponse[] = [];
    // No request gets a response before all requests have arrived.
    const base = await listen(
      http.createServer((_request, response) => {
        if (open.push(response) === 32) {
          open.forEach((waiting) => waiting.end('ok'));
        }
      }),
    );
    const egress = service(base);
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => egress.request(`http://${base}/`)),
    );
    await Promise.all(answers.map(({ body }) => body.dump()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200));
  });
});
