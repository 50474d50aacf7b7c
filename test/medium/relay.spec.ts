import { API, LIMITS, relayPath } from '@dipper/contract';
import { refusalOf } from '../harness/catalogue.js';
import { pick, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let origin: Origin;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  [origin, server] = await Promise.all([startOrigin(), TestServer.shared()]);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
});

async function original(path: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(origin.url + path)).arrayBuffer());
}

const imagePath = (url: string) => `${API.image}?url=${encodeURIComponent(url)}`;

async function get(
  path: string,
  init?: RequestInit,
): Promise<{ status: number; headers: Headers; body: Buffer }> {
  const response = await client.fetch(path, init);
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body };
}

async function directOf(path: string): Promise<{ url: string; filename: string }> {
  return pick(await client.search(origin.url + path), ({ kind }) => kind === 'direct');
}

describe('media from a search result', () => {
  it.each([
    ['a page with og:audio', '/podcast/episode', '/media/episode.mp3', 'audio/mpeg'],
    ['a page with a muxed mp4', '/watch/muxed', '/media/muxed.mp4', 'video/mp4'],
    [
      'a source that cuts every connection',
      '/cut/muxed.mp4?after=700000',
      '/media/muxed.mp4',
      'video/mp4',
    ],
  ])('is relayed byte for byte under the suggested name: %s', async (_, page, path, type) => {
    const { url, filename } = await directOf(page);
    const { status, headers, body } = await get(relayPath(url, true));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-length')).toBe(String(body.length));
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=/);
    expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toContain(filename);
    expect(body.equals(await original(path))).toBe(true);
  });

  it('is sent inline for the player', async () => {
    const { url } = await directOf('/watch/muxed');
    const { headers, body } = await get(relayPath(url), { method: 'HEAD' });
    expect(headers.get('content-disposition')).toMatch(/^inline/);
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(body).toHaveLength(0);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is relayed to a player that yields to tasks', async () => {
    const { url } = await directOf('/watch/muxed');
    const { status, body } = await get(`${relayPath(url)}&yields=1`);
    expect(status).toBe(200);
    expect(body.equals(await original('/media/muxed.mp4'))).toBe(true);
    expect(await client.refused(`${relayPath(`${url}?x`)}&yields=1`)).toEqual(
      refusalOf('MEDIA_NOT_GRANTED'),
    );
  });

  it('is relayed in part', async () => {
    const { url } = await directOf('/watch/muxed');
    const whole = await original('/media/muxed.mp4');
    const part = await get(relayPath(url), { headers: { range: 'bytes=1000-1999' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000-1999/${whole.length}`,
    ]);
    expect(part.body.equals(whole.subarray(1000, 2000))).toBe(true);
    const beyond = await get(relayPath(url), { headers: { range: `bytes=${whole.length}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ]);
  });
});

describe('a URL that is in no search result', () => {
  it.each([
    ['media of the same site', '/media/audio.m4a'],
    ['the same media with another query', '/media/muxed.mp4?x'],
    ['the page itself', '/watch/muxed'],
    ['the thumbnail', '/image.png'],
  ])('is neither relayed nor requested: %s', async (_, path) => {
    await directOf('/watch/muxed');
    origin.forget();
    expect(await client.refused(relayPath(origin.url + path))).toEqual(
      refusalOf('MEDIA_NOT_GRANTED'),
    );
    expect(origin.requests).toEqual([]);
  });

  it.each(['', '?url=', `?url=${'x'.repeat(LIMITS.linkTextLength + 1)}`])(
    'is refused if it is missing or too long (%#)',
    async (query) => {
      expect(await client.refused(API.relay + query)).toEqual(refusalOf('INVALID_REQUEST'));
    },
  );

  it('is refused by the TikTok relay if it belongs to another site', async () => {
    const { url } = await directOf('/watch/muxed');
    const path = `/api/tiktok_proxy?url=${encodeURIComponent(url)}`;
    expect(await client.refused(path)).toEqual(refusalOf('MEDIA_NOT_GRANTED'));
  });
});

describe('images', () => {
  it('are relayed with a long cache lifetime', async () => {
    const { thumbnail_url, thumbnail_grant } = await client.search(`${origin.url}/watch/muxed`);
    const plain = imagePath(thumbnail_url ?? '');
    for (const path of [plain, `${plain}&grant=${thumbnail_grant}`]) {
      const { status, headers, body } = await get(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(headers.get('cache-control')).toMatch(/max-age=\d{3,}/);
      expect(body.equals(await original('/image.png'))).toBe(true);
    }
  });

  it.each(['/image/huge.png', '/svg', '/media/muxed.mp4', '/media/image.png'])(
    'are not relayed from %s',
    async (path) => {
      origin.forget();
      expect(await client.refused(imagePath(origin.url + path))).toEqual(
        refusalOf('MEDIA_NOT_GRANTED'),
      );
      expect(origin.requests).toEqual([]);
    },
  );
});
