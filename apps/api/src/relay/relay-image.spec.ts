import http from 'node:http';
import { DomainError } from '../infra/errors/domain-error.js';
import { waitUntil } from '../infra/testing/wait-until.js';
import { bytesOf, RelayWorld } from './testing/relay-world.js';

const IMAGE_MAX = 5 * 1024 * 1024;
const jpeg = (size: number): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size - 4, 1)]);

describe('RelayService with images', () => {
  const world = new RelayWorld();
  beforeAll(() => world.open());
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  const image = (init: RequestInit = {}): Promise<Response> =>
    world.ask('/image', init, '&image=1');
  const send = (body: Buffer | string, headers: http.OutgoingHttpHeaders = {}): void => {
    world.handler = (_request, response) => response.writeHead(200, headers).end(body);
  };

  it('takes the type from the bytes and allows caching for a day', async () => {
    send(jpeg(1000), { 'content-type': 'text/html' });
    const reply = await image();
    expect((await bytesOf(reply)).equals(jpeg(1000))).toBe(true);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'cache-control': 'public, max-age=86400',
      'content-length': '1000',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
    });
  });

  it('accepts an image of exactly the maximum size', async () => {
    send(jpeg(IMAGE_MAX));
    expect((await bytesOf(await image())).length).toBe(IMAGE_MAX);
  });

  it.each(['', '&grant=signed'])('refuses images of a blocked page: %j', async (grant) => {
    send(jpeg(1000));
    world.blocked = world.pageUrl;
    const reply = await world.ask('/image', {}, `&image=1${grant}`);
    world.blocked = '';
    expect([reply.status, await reply.text()]).toEqual([451, 'LINK_BLOCKED']);
    expect(world.seen).toEqual([]);
  });

  it('answers HEAD', async () => {
    send(jpeg(1000));
    const reply = await image({ method: 'HEAD' });
    expect([reply.status, reply.headers.get('content-length')]).toEqual([200, '1000']);
  });

  it.each([
    [
      'svg',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      { 'content-type': 'image/svg+xml' },
      415,
      'NOT_MEDIA',
    ],
    [
      'an HTML page with a false type',
      '<!doctype html>',
      { 'content-type': 'image/png' },
      415,
      'NOT_MEDIA',
    ],
    ['an empty body', '', { 'content-type': 'image/png' }, 415, 'NOT_MEDIA'],
    [
      'an image one byte too large',
      jpeg(IMAGE_MAX + 1),
      { 'content-length': IMAGE_MAX + 1 },
      413,
      'FILE_TOO_LARGE',
    ],
  ])('rejects %s', async (...row) => {
    const [, body, headers, status, code] = row;
    send(body, headers);
    const reply = await image();
    expect([reply.status, await reply.text()]).toEqual([status, code]);
  });

  /** Defines the responses by path: an image, or a status. */
  const have = (paths: Readonly<Record<string, number | Buffer>>): void => {
    world.handler = ({ url = '' }, response) => {
      const found = paths[url] ?? 404;
      if (typeof found === 'number') {
        response.writeHead(found).end();
      } else {
        response.writeHead(200, { 'content-length': found.length }).end(found);
      }
    };
  };
  const [webp, page] = [Buffer.from('RIFF____WEBPVP8 '), Buffer.from('<!doctype html>')];

  it.each<[string, Readonly<Record<string, number | Buffer>>, number]>([
    ['is missing', { '/b': jpeg(20) }, 20],
    ['is an HTML page', { '/image': page, '/b': jpeg(20) }, 20],
    ['is too large', { '/image': jpeg(IMAGE_MAX + 1), '/b': jpeg(20) }, 20],
    [
      'is missing and the next one is not an image',
      { '/image': 403, '/b': page, '/c': jpeg(30) },
      30,
    ],
  ])('falls back to a smaller image when the best one %s', async (_what, paths, size) => {
    world.others = ['/b', '/c'];
    have(paths);
    expect((await bytesOf(await image())).length).toBe(size);
  });

  it('reports the failure of the best image when no smaller one works either', async () => {
    world.others = ['/b'];
    have({ '/image': page });
    const reply = await image();
    expect([reply.status, await reply.text()]).toEqual([415, 'NOT_MEDIA']);
  });

  describe('an image with a valid signature', () => {
    const signed = (more = ''): Promise<Response> =>
      world.ask('/image', {}, `&image=1&grant=signed${more}`);

    it('is shown without a database query', async () => {
      have({ '/image': jpeg(20) });
      expect((await bytesOf(await signed())).length).toBe(20);
      expect(world.seen[0]?.headers.referer).toBe(world.referer);
      expect(world.lookups).toBe(0);
    });

    it('is saved under its name and has smaller versions if they are in an extraction', async () => {
      [world.fileName, world.others] = ['a_title.jpg', ['/b']];
      have({ '/image': page, '/b': jpeg(30) });
      const { headers, status } = await signed('&download=1');
      expect([status, headers.get('content-disposition')]).toEqual([
        200,
        'attachment; filename="a_title.jpg"',
      ]);
      expect((await bytesOf(await signed())).length).toBe(30);
    });

    it('is shown and saved even if no extraction is left, or the database is down', async () => {
      have({ '/image': jpeg(20) });
      for (const code of ['MEDIA_NOT_GRANTED', 'UNAVAILABLE'] as const) {
        world.forgotten = new DomainError(code);
        expect((await signed()).status).toBe(200);
        expect((await signed('&download=1')).headers.get('content-disposition')).toBe(
          'attachment; filename="picture.jpg"',
        );
      }
    });

    it('reaches no private address', async () => {
      const url = 'http://169.254.169.254/image';
      const reply = await world.ask(url, {}, '&image=1&grant=signed');
      expect([reply.status, await reply.text()]).toEqual([422, 'ADDRESS_NOT_ALLOWED']);
    });

    it('cannot be embedded by pages of other sites', async () => {
      world.forgotten = new DomainError('MEDIA_NOT_GRANTED');
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
      const reply = await world.ask('/image', { headers }, '&image=1&grant=signed');
      expect(reply.status).toBe(403);
    });
  });

  it('looks up the image if the signature is invalid', async () => {
    have({ '/image': jpeg(20) });
    expect((await world.ask('/image', {}, '&image=1&grant=forged')).status).toBe(200);
    world.forgotten = new DomainError('MEDIA_NOT_GRANTED');
    const reply = await world.ask('/image', {}, '&image=1&grant=forged');
    expect([reply.status, await reply.text()]).toEqual([403, 'MEDIA_NOT_GRANTED']);
  });

  it('does not request an image again once the reply has begun', async () => {
    world.others = ['/b'];
    breakOff(500_000, { 'content-length': 1_000_000 });
    await expect(image().then(bytesOf)).rejects.toThrow(/terminated|fetch failed/);
    expect(world.seen).toHaveLength(1);
  });

  it.each([
    [
      '日本_title.jpg',
      jpeg(20),
      `filename="title.jpg"; filename*=UTF-8''%E6%97%A5%E6%9C%AC_title.jpg`,
    ],
    ['a_title.jpg', webp, 'filename="a_title.webp"'],
    [null, webp, 'filename="picture.webp"'],
  ])(
    'saves an image as %s with the extension of its actual type',
    async (fileName, body, expected) => {
      world.fileName = fileName;
      send(body);
      const reply = await world.ask('/image', {}, '&image=1&download=1');
      expect(reply.headers.get('content-disposition')).toBe(`attachment; ${expected}`);
      expect((await image()).headers.get('content-disposition')).toBeNull();
    },
  );

  it('allows caching an image without a length if all of it arrived before the reply began', async () => {
    send(jpeg(60_000), { 'transfer-encoding': 'chunked' });
    const { headers } = await image();
    expect([headers.get('content-length'), headers.get('cache-control')]).toEqual([
      '60000',
      'public, max-age=86400',
    ]);
  });

  it('streams an image of unknown length without caching', async () => {
    send(jpeg(1_000_000), { 'transfer-encoding': 'chunked' });
    const reply = await image();
    expect((await bytesOf(reply)).equals(jpeg(1_000_000))).toBe(true);
    expect([reply.headers.get('content-length'), reply.headers.get('cache-control')]).toEqual([
      null,
      'no-store',
    ]);
  });

  it('cuts off an image of unknown length one byte past the limit', async () => {
    send(jpeg(IMAGE_MAX + 1), { 'transfer-encoding': 'chunked' });
    const reply = await image();
    await expect(reply.arrayBuffer()).rejects.toThrow('terminated');
    await waitUntil(() => world.outcomes.length === 1, 'the end of the relayed reply');
    expect(world.outcomes).toEqual(['FILE_TOO_LARGE']);
  });

  const breakOff = (sent: number, headers: http.OutgoingHttpHeaders): void => {
    world.handler = (_request, response) => {
      response.writeHead(200, headers);
      response.write(jpeg(sent), () => response.destroy());
    };
  };

  it.each([
    ['an image with a length', { 'content-length': 1000 }],
    ['an image without one', {}],
  ])('reports an error when %s breaks off before the reply has begun', async (_case, headers) => {
    breakOff(500, headers);
    const reply = await image();
    expect([reply.status, await reply.text()]).toEqual([502, 'SOURCE_FAILED']);
  });

  it.each([
    ['an image with a length', { 'content-length': 1_000_000 }],
    ['an image without one', {}],
  ])('never lets a reply look complete when %s breaks off later', async (_case, headers) => {
    breakOff(500_000, headers);
    await expect(image().then(bytesOf)).rejects.toThrow(/terminated|fetch failed/);
  });

  it('never lets a broken reply look complete over HTTP/1.0, where only a closed connection marks the end', async () => {
    const sent = 500_000;
    let breakOffNow = (): void => undefined;
    world.handler = (_request, response) => {
      response.writeHead(200);
      response.write(jpeg(sent));
      breakOffNow = () => void response.destroy();
    };
    // If data and a reset arrive together, libuv reports the end of the data instead of the reset.
    const ask = world.askOverHttp10('/image', '&image=1', (bytes) => bytes > sent && breakOffNow());
    await expect(ask).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('never holds a whole image in memory', async () => {
    let sent = 0;
    const body = jpeg(IMAGE_MAX);
    world.handler = (_request, response) => {
      response.writeHead(200, { 'content-length': body.length });
      const more = (): void => {
        let isTaken = true;
        while (isTaken && sent < body.length) {
          isTaken = response.write(body.subarray(sent, sent + 65_536));
          sent += 65_536;
        }
      };
      response.on('drain', more);
      more();
    };
    const held = jest.spyOn(http.ServerResponse.prototype, 'write');
    const reply = await image();
    expect((await bytesOf(reply)).equals(body)).toBe(true);
    const sizes = held.mock.calls.map(([chunk]) => (chunk as Buffer).length);
    held.mockRestore();
    // Counts the chunks of both the source and the relay.
    expect(sizes.reduce((sum, size) => sum + size)).toBe(2 * IMAGE_MAX);
    expect(Math.max(...sizes)).toBeLessThan(IMAGE_MAX / 16);
  });

  it('does not relay an image as media', async () => {
    const reply = await world.ask('/v', {}, '&image=1');
    expect(reply.status).toBe(403);
  });
});
