import type http from 'node:http';
import { waitUntil } from '../infra/testing/wait-until.js';
import { bytesOf, media, RelayWorld, SIZE, MAX } from './testing/relay-world.js';

describe('RelayService with media', () => {
  const world = new RelayWorld();
  beforeAll(() => world.open());
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  it('relays a whole file with the request headers that the source needs, and only safe response headers', async () => {
    const reply = await world.ask('/v');
    expect((await bytesOf(reply)).equals(media)).toBe(true);
    expect(reply.status).toBe(200);
    expect(Object.keys(Object.fromEntries(reply.headers)).sort()).toEqual([
      'accept-ranges',
      'cache-control',
      'connection',
      'content-disposition',
      'content-length',
      'content-security-policy',
      'content-type',
      'cross-origin-resource-policy',
      'date',
      'etag',
      'keep-alive',
      'x-content-type-options',
    ]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-disposition': `inline; filename="video.mp4"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.mp4`,
      'content-length': String(SIZE),
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'video/mp4',
      'cross-origin-resource-policy': 'same-origin',
      etag: '"v1"',
      'x-content-type-options': 'nosniff',
    });
    expect(world.seen[0]?.headers).toMatchObject({
      referer: 'https://page.test/',
      cookie: 'c=1',
      'user-agent': 'agent',
      'accept-encoding': 'identity',
    });
  });

  it("sends the source only the range of the visitor's request", async () => {
    const headers = {
      cookie: 'mine',
      authorization: 'mine',
      'x-forwarded-for': 'me',
      range: 'bytes=0-9',
    };
    await bytesOf(await world.ask('/v', { headers }));
    expect(JSON.stringify(world.seen)).not.toMatch(/mine|"me"/);
  });

  it('offers media as a download on request', async () => {
    const reply = await world.ask('/v', { method: 'HEAD' }, '&download=1');
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="video\.mp4"/);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=1999990-', 1_999_990, SIZE],
    ['bytes=-5', 1_999_995, SIZE],
    ['bytes=500-1999000', 500, 1_999_001],
  ])(
    'passes the range %s on to the source, and passes back its response',
    async (range, from, to) => {
      const reply = await world.ask('/v', { headers: { range } });
      expect([reply.status, reply.headers.get('content-range')]).toEqual([
        206,
        `bytes ${from}-${to - 1}/${SIZE}`,
      ]);
      expect((await bytesOf(reply)).equals(media.subarray(from, to))).toBe(true);
      expect(world.seen[0]?.headers.range).toBe(range);
    },
  );

  it.each([
    ['"v1"', 206, 10],
    ['"v0"', 200, SIZE],
  ])('passes on If-Range %s, and gets a %d', async (condition, status, size) => {
    const reply = await world.ask('/v', { headers: { range: 'bytes=0-9', 'if-range': condition } });
    expect([reply.status, (await bytesOf(reply)).length]).toEqual([status, size]);
  });

  it('passes on a 416', async () => {
    const reply = await world.ask('/v', { headers: { range: `bytes=${SIZE}-` } });
    expect([reply.status, reply.headers.get('content-range')]).toEqual([416, `bytes */${SIZE}`]);
    expect(await reply.json()).toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it.each([
    [undefined, 200, String(SIZE)],
    ['bytes=0-9', 206, '10'],
  ])('passes on HEAD with the range %s', async (range, status, length) => {
    const reply = await world.ask('/v', {
      method: 'HEAD',
      headers: range === undefined ? {} : { range },
    });
    expect([reply.status, reply.headers.get('content-length')]).toEqual([status, length]);
    expect(world.seen.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it.each([403, 405, 501])(
    'answers HEAD without fetching the file if the source rejects HEAD with a %d',
    async (status) => {
      let closed = false;
      world.handler = (request, response) => {
        if (request.method === 'HEAD') {
          response.writeHead(status).end();
          return;
        }
        response.once('close', () => (closed = !response.writableFinished));
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': SIZE }).write('x');
      };
      const reply = await world.ask('/v', { method: 'HEAD' });
      expect([reply.status, reply.headers.get('content-length')]).toEqual([200, String(SIZE)]);
      await waitUntil(() => closed, 'the end of the request to the source');
    },
  );

  it('sends the headers immediately, however long the first bytes take', async () => {
    world.handler = (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'video/mp4', 'content-length': SIZE })
        .flushHeaders();
    };
    const visitor = new AbortController();
    const reply = await world.ask('/v', { signal: visitor.signal });
    visitor.abort();
    expect(reply.headers.get('content-length')).toBe(String(SIZE));
  });

  it('derives the type of generic bytes from the file name, and rejects names that are not media', async () => {
    world.handler = (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'binary/octet-stream', 'content-length': 1 })
        .end('x');
    };
    const known = await world.ask('/v');
    world.fileName = 'old.wmv';
    const saved = await world.ask('/v');
    expect([known, saved].map(({ headers }) => headers.get('content-type'))).toEqual([
      'video/mp4',
      'application/octet-stream',
    ]);
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
    world.fileName = 'setup.exe';
    expect((await world.ask('/v')).status).toBe(415);
  });

  it.each([
    ['html', 200, { 'content-type': 'text/html' }, 415, 'NOT_MEDIA'],
    ['an HTML error page', 403, { 'content-type': 'text/html' }, 502, 'SOURCE_REFUSED'],
    ['a response without a type', 200, {}, 415, 'NOT_MEDIA'],
    ['svg', 200, { 'content-type': 'image/svg+xml' }, 415, 'NOT_MEDIA'],
    ['a missing file', 404, {}, 422, 'FORMAT_UNAVAILABLE'],
    ['an expired link', 410, {}, 422, 'FORMAT_UNAVAILABLE'],
    ['a server error', 500, {}, 502, 'SOURCE_FAILED'],
    [
      'an empty file',
      200,
      { 'content-type': 'video/mp4', 'content-length': '0' },
      502,
      'SOURCE_INCOMPLETE',
    ],
    [
      'a file that is too large',
      200,
      { 'content-type': 'video/mp4', 'content-length': `${MAX + 1}` },
      413,
      'FILE_TOO_LARGE',
    ],
    [
      'a redirect to a cloud metadata service',
      302,
      { location: 'http://169.254.169.254/' },
      422,
      'ADDRESS_NOT_ALLOWED',
    ],
    [
      'a redirect to another port',
      302,
      { location: 'http://127.0.0.1:1/' },
      422,
      'ADDRESS_NOT_ALLOWED',
    ],
  ])('refuses %s', async (...row) => {
    const [, status, headers, expected, code] = row;
    world.handler = (_request, response) => {
      response.writeHead(status, headers as http.OutgoingHttpHeaders);
      response.end(
        status === 200 && 'content-length' in headers ? undefined : 'secret of the source',
      );
    };
    const reply = await world.ask('/v');
    expect([reply.status, await reply.text()]).toEqual([expected, code]);
  });

  it('serves only URLs that this server granted, and only for the granted purpose', async () => {
    const elsewhere = {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    };
    const replies = [
      await world.ask('no:grant'),
      await world.ask('/image'),
      await world.ask('/v', elsewhere),
    ];
    for (const reply of replies) {
      expect([reply.status, await reply.text()]).toEqual([403, 'MEDIA_NOT_GRANTED']);
    }
    expect(world.seen).toEqual([]);
  });

  it('refuses media from a page that was blocked after it was read', async () => {
    world.blocked = world.pageUrl;
    const reply = await world.ask('/v');
    world.blocked = '';
    expect([reply.status, await reply.text()]).toEqual([451, 'LINK_BLOCKED']);
    expect(world.seen).toEqual([]);
  });

  it('recognizes TikTok media by the page for which it was issued', async () => {
    expect((await world.ask('/v', { method: 'HEAD' }, '&tiktok=1')).status).toBe(403);
    world.referer = 'https://www.tiktok.com/@a/video/1';
    expect((await world.ask('/v', { method: 'HEAD' }, '&tiktok=1')).status).toBe(200);
  });

  it.each([
    [451, 502, 'SOURCE_REFUSED'],
    [429, 502, 'SOURCE_REFUSED'],
    [408, 504, 'SOURCE_TIMEOUT'],
    [503, 502, 'SOURCE_FAILED'],
  ])('reports the status %d immediately, with a %d %s', async (status, expected, code) => {
    world.handler = (_request, response) => response.writeHead(status).end();
    const reply = await world.ask('/v');
    expect([reply.status, await reply.text()]).toEqual([expected, code]);
    expect(world.seen).toHaveLength(1);
  });

  it('reports an unreachable source', async () => {
    world.handler = (request) => request.socket.destroy();
    const reply = await world.ask('/v');
    expect([reply.status, await reply.text()]).toEqual([502, 'SOURCE_FAILED']);
  });
});
