import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitUntil } from '../../testing/wait-until.js';
import { OpenResponses } from '../reply/open-responses.js';
import { guardServer, type RequestBounds } from './request-gate.js';

let server: Server;
let socket: Socket;
const sockets: Socket[] = [];

function open(): Socket {
  const opened = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(opened);
  return opened;
}

async function start(
  listener: RequestListener,
  { hasSockets = false, ...bounds }: Partial<RequestBounds> & { hasSockets?: boolean } = {},
): Promise<void> {
  server = createServer(listener);
  if (hasSockets) {
    server.on('upgrade', () => undefined);
  }
  guardServer(
    server,
    new OpenResponses({ SHUTDOWN_GRACE_SECONDS: 20 }, { onBegin: () => undefined }),
    {
      bodyTimeoutMs: 60_000,
      trusts: () => false,
      share: null,
      ...bounds,
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  socket = open();
}
afterEach(() => {
  sockets.splice(0).forEach((opened) => opened.destroy());
  server.close();
});

describe('guardServer', () => {
  it('does not write into a reply that has begun', async () => {
    await start((_, response) => {
      response.writeHead(200).write('half');
    });
    socket.write('GET / HTTP/1.1\r\nHost: a.test\r\n\r\n');
    await once(socket, 'data');
    socket.write('what is no HTTP\r\n\r\n');
    expect(await text(socket)).toBe('');
  });

  it('replies to a broken body while the client is still connected', async () => {
    await start((request) => {
      request.resume();
    });
    socket.write('POST / HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"INVALID_REQUEST"\}$/);
  });

  it('leaves the handling of upgrades to other listeners', async () => {
    await start(() => undefined);
    server.on('upgrade', (_, upgraded: Socket) => upgraded.end('live reload'));
    server.prependListener('upgrade', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    expect(await text(socket)).toBe('live reload');
  });
});

describe('a request that offers an upgrade, and is answered without it', () => {
  const OFFER =
    'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n';
  const CHUNK = Buffer.alloc(1024 ** 2, 'x');
  const hasSockets = true;

  it('gets a long reply as a whole', async () => {
    const waits: boolean[] = [];
    const send = async (response: ServerResponse): Promise<void> => {
      for (let sent = 0; sent < 8; sent += 1) {
        if (!response.write(CHUNK)) {
          await once(response, 'drain');
        }
        waits.push(response.writableNeedDrain);
      }
      response.end('the end');
    };
    await start((_, response) => void send(response), { hasSockets });
    socket.write(OFFER);
    const reply = await text(socket);
    expect([reply.match(/x/g)?.length, reply.includes('the end')]).toEqual([8 * 1024 ** 2, true]);
    expect(waits).toEqual(Array.from({ length: 8 }, () => false));
  });

  it('loses its connection when the client ends it before the reply does', async () => {
    await start((_, response) => response.write('half'), { hasSockets });
    socket.write(OFFER);
    await once(socket, 'data');
    const isClosed = once(socket, 'close');
    socket.end();
    await isClosed;
    await waitUntil(
      () => new Promise((resolve) => server.getConnections((_, count) => resolve(count === 0))),
      'the end of the connection',
    );
  });

  it('has the time limit of its reply', async () => {
    await start((_, response) => response.setTimeout(20, () => response.destroy()).write('half'), {
      hasSockets,
    });
    socket.write(OFFER);
    expect(await text(socket)).toMatch(/half/);
  });
});

describe('an idle connection', () => {
  const get = 'GET / HTTP/1.1\r\nHost: a.test\r\n\r\n';

  it.each([
    ['two minutes if it is that of a trusted proxy', true, [120_001, 140_000]],
    ['some seconds if it is that of anybody else', false, [1, 10_000]],
  ])('is kept for %s', async (_, trusted, [least = 0, most = 0]) => {
    await start((__, response) => response.end('.'), { trusts: () => trusted });
    const [own] = (await once(server, 'connection')) as [Socket];
    for (let time = 0; time < 2; time += 1) {
      socket.write(get);
      await once(socket, 'data');
      await waitUntil(
        () => (own.timeout ?? 0) >= least && (own.timeout ?? 0) <= most,
        'the timeout of an idle connection',
      );
    }
  });

  it('has no time limit while a request is being answered', async () => {
    const responses: ServerResponse[] = [];
    await start((_, response) => void responses.push(response), { trusts: () => true });
    const [own] = (await once(server, 'connection')) as [Socket];
    socket.write(get + get);
    await waitUntil(() => responses.length === 1, 'the first request');
    responses[0]?.end('.');
    await waitUntil(() => responses.length === 2, 'the second request');
    expect(own.timeout ?? 0).toBe(0);
  });
});

describe('requests that arrive in one packet', () => {
  const get = (path: string | number): string => `GET /${path} HTTP/1.1\r\nHost: a.test\r\n\r\n`;

  it.each([
    ['immediately', (response: ServerResponse, body: string) => response.end(body)],
    ['later', (response: ServerResponse, body: string) => setImmediate(() => response.end(body))],
  ])(
    'are served one after another, with other work in between, if they are answered %s',
    async (_, answer) => {
      const served: string[] = [];
      let open = 0;
      await start((request, response) => {
        open += 1;
        served.push(`${request.url} ${open}`);
        // Other work that is waiting must run before the next request.
        setImmediate(() => served.push('another'));
        response.once('close', () => (open -= 1));
        answer(response, `[${request.url}]`);
      });
      socket.write(
        [1, 2, 3].map(get).join('') + get('last').replace('Host', 'Connection: close\r\nHost'),
      );
      const answers = await text(socket);
      expect(answers.match(/\[.*\]/g)).toEqual(['[/1]', '[/2]', '[/3]', '[/last]']);
      expect(served.slice(0, 7)).toEqual([
        '/1 1',
        'another',
        '/2 1',
        'another',
        '/3 1',
        'another',
        '/last 1',
      ]);
    },
  );

  it('are not served, and their connection is closed, if there are more than any client would send', async () => {
    const served: (string | undefined)[] = [];
    await start((request, response) => {
      served.push(request.url);
      setImmediate(() => response.end());
    });
    socket.on('error', () => undefined).write(get('').repeat(1500));
    await new Promise((resolve) => socket.once('close', resolve).resume());
    expect(served).toEqual(['/']);
  });

  it('are dropped once the client has left', async () => {
    const served: (string | undefined)[] = [];
    let first: ServerResponse | undefined;
    await start((request, response) => {
      served.push(request.url);
      first ??= response;
    });
    socket.write(get(1) + get(2));
    await waitUntil(() => first !== undefined, 'the first request');
    socket.destroy();
    await new Promise((resolve) => first?.once('close', resolve));
    const other = open();
    other.write(get(3));
    await waitUntil(() => served.length > 1, 'the request of somebody else');
    expect(served).toEqual(['/1', '/3']);
  });
});

describe('a body that does not arrive', () => {
  const HEAD = 'POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 9\r\n\r\n';

  it('is answered with 408, and its connection is closed', async () => {
    await start((request) => request.resume(), { bodyTimeoutMs: 50 });
    socket.write(`${HEAD}half`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*"code":"REQUEST_TIMEOUT"\}$/);
  });

  it('only closes the connection if a reply was already sent', async () => {
    await start((_, response) => response.end('early'), { bodyTimeoutMs: 50 });
    socket.write(`${HEAD}half`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*early/);
  });

  it('is distinguished from a reply that is read slowly', async () => {
    let finish: () => void = () => undefined;
    await start(
      (request, response) => {
        request.resume().once('end', () => {
          response.write('first');
          finish = () => response.end('last');
        });
      },
      { bodyTimeoutMs: 50 },
    );
    socket.write(`${HEAD}all of it`);
    await once(socket, 'data');
    // This deadline is later than the first one.
    const slow = open();
    slow.write(HEAD);
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);
    finish();
    const [rest] = (await once(socket, 'data')) as [Buffer];
    expect(rest.toString()).toContain('last');
  });

  it.each(['GET', 'HEAD'])('is not awaited for %s', async (method) => {
    await start(() => undefined);
    socket.write(HEAD.replace('POST', method));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('the limit for one visitor', () => {
  const LOOPBACK = (address: string): boolean => address.includes('127.0.0.1');
  const get = (visitor: string): string =>
    `GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nX-Forwarded-For: ${visitor}\r\n\r\n`;
  const REFUSED = /^HTTP\/1\.1 429 [^]*Retry-After: 10[^]*"code":"RATE_LIMITED"/;

  it('counts connections, and frees a slot for each that closes', async () => {
    await start((_, response) => response.end('welcome'), {
      share: { most: 2, trusts: () => false },
    });
    // Connections are accepted in order.
    const second = open();
    expect(await text(open())).toMatch(REFUSED);
    second.write(get('192.0.2.1'));
    expect(await text(second)).toMatch(/welcome/);
    await waitUntil(async () => {
      const next = open();
      next.write(get('192.0.2.1'));
      return (await text(next)).includes('welcome');
    }, 'room for another');
  });

  it("counts requests that come through a proxy, but not the proxy's connections", async () => {
    const waiting: ServerResponse[] = [];
    await start((_, response) => void waiting.push(response), {
      share: { most: 2, trusts: LOOPBACK },
    });
    const ask = (visitor: string): Socket => {
      const asking = open();
      asking.write(get(visitor));
      return asking;
    };
    const held = [ask('192.0.2.1'), ask('192.0.2.1')].map((one) => text(one));
    await waitUntil(() => waiting.length === 2, 'the first requests');
    expect(await text(ask('192.0.2.1'))).toMatch(REFUSED);
    // Another visitor is still served, and so is a program on the proxy's machine.
    const others = [ask('192.0.2.2'), ask('127.0.0.1'), ask('127.0.0.1'), ask('127.0.0.1')];
    await waitUntil(() => waiting.length === 6, 'the requests of other visitors');
    waiting.splice(0).forEach((response) => response.end('welcome'));
    const replies = await Promise.all([...held, ...others.map((one) => text(one))]);
    expect(replies.filter((reply) => REFUSED.test(reply))).toEqual([]);
    const next = text(ask('192.0.2.1'));
    await waitUntil(() => waiting.length === 1, 'a request in the place of another');
    waiting[0]?.end('welcome');
    expect(await next).toMatch(/welcome/);
  });
});
