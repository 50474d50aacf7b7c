import type http from 'node:http';
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

  it('is what its bytes say, and may be kept for a day', async () => {
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

  it('may be exactly as large as allowed', async () => {
    send(jpeg(IMAGE_MAX));
    expect((await bytesOf(await image())).length).toBe(IMAGE_MAX);
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
      'a page under a false name',
      '<!doctype html>',
      { 'content-type': 'image/png' },
      415,
      'NOT_MEDIA',
    ],
    ['nothing', '', { 'content-type': 'image/png' }, 415, 'NOT_MEDIA'],
    [
      'one byte too many',
      jpeg(IMAGE_MAX + 1),
      { 'content-length': IMAGE_MAX + 1 },
      413,
      'FILE_TOO_LARGE',
    ],
    [
      'one byte too many, unannounced',
      jpeg(IMAGE_MAX + 1),
      { 'transfer-encoding': 'chunked' },
      413,
      'FILE_TOO_LARGE',
    ],
  ])('refuses %s', async (...row) => {
    const [, body, headers, status, code] = row;
    send(body, headers);
    const reply = await image();
    expect([reply.status, await reply.text()]).toEqual([status, code]);
  });

  it('is not half of itself', async () => {
    world.handler = (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write(jpeg(500), () => response.destroy());
    };
    const reply = await image();
    expect([reply.status, await reply.text()]).toEqual([502, 'SOURCE_FAILED']);
  });

  it('is not media', async () => {
    const reply = await world.ask('/v', {}, '&image=1');
    expect(reply.status).toBe(403);
  });
});
