import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { byteRange } from './byte-range.js';
import { makeMedia } from './make-media.js';
import { startOrigin, type Origin } from './media-origin.js';
import { countPackets, probe } from './probe.js';
import { MEDIA_SECONDS } from './recipes.js';

const VIDEO = 'video-720.mp4';

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** False if the connection ended before the announced length was reached. */
  whole: boolean;
}

/** Sends a request. Ends it after `enough` bytes, or if nothing arrives for `giveUpMs`. */
const get = (
  url: string,
  headers: Record<string, string> = {},
  { method = 'GET', enough = Infinity, giveUpMs = 0 } = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const asked = request(url, { method, headers, agent: false }, (incoming) => {
      const done = (whole: boolean) => (): void =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks),
          whole,
        });
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (chunks.reduce((sum, { length }) => sum + length, 0) >= enough) {
          asked.destroy();
        }
      });
      incoming.on('end', done(true));
      incoming.on('error', done(false));
      incoming.setTimeout(giveUpMs, () => asked.destroy());
    });
    asked.on('error', reject);
    asked.end();
  });

describe('byteRange', () => {
  it.each([
    [undefined, null],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=3-5', { start: 3, end: 5 }],
    ['bytes=3-99', { start: 3, end: 9 }],
    ['bytes=-4', { start: 6, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=5-3', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['items=0-1', null],
  ])('parses %p for a file of ten bytes', (header, range) => {
    expect(byteRange(header, 10)).toEqual(range);
  });
});

describe('the media origin', () => {
  let origin: Origin;
  let video: Buffer;
  const url = (address: string): string => origin.url + address;

  beforeAll(async () => {
    origin = await startOrigin();
    video = await readFile(path.join(await makeMedia(), VIDEO));
  }, 120_000);
  beforeEach(() => origin.forget());
  afterAll(() => origin.close());

  it.each([
    ['muxed.mp4', ['video h264', 'audio aac']],
    ['video-1080.mp4', ['video h264']],
    [VIDEO, ['video h264']],
    ['audio.m4a', ['audio aac']],
    ['video.webm', ['video vp9']],
    ['audio.webm', ['audio opus']],
    ['episode.mp3', ['audio mp3', 'video png']],
  ])('makes %s with the right streams', async (name, streams) => {
    const file = path.join(await makeMedia(), name);
    const found = await probe(file);
    expect(found.streams.map(({ type, codec }) => `${type} ${codec}`)).toEqual(streams);
    expect(found.durationSeconds).toBeCloseTo(MEDIA_SECONDS, 0);
    expect(await countPackets(file, '0')).toBeGreaterThanOrEqual(MEDIA_SECONDS * 30);
  });

  it('serves a whole file, a part of it, and a HEAD reply', async () => {
    const whole = await get(url(`/media/${VIDEO}`));
    expect([whole.status, whole.body.equals(video)]).toEqual([200, true]);
    const etag = whole.headers.etag ?? '';
    const part = await get(url(`/media/${VIDEO}`), { range: 'bytes=100-199', 'if-range': etag });
    expect([part.status, part.headers['content-range']]).toEqual([
      206,
      `bytes 100-199/${video.length}`,
    ]);
    expect(part.body.equals(video.subarray(100, 200))).toBe(true);
    const stale = await get(url(`/media/${VIDEO}`), { range: 'bytes=100-199', 'if-range': '"x"' });
    expect([stale.status, stale.body.length]).toEqual([200, video.length]);
    const beyond = await get(url(`/media/${VIDEO}`), { range: `bytes=${video.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([
      416,
      `bytes */${video.length}`,
    ]);
    const head = await get(url(`/media/${VIDEO}`), {}, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([
      200,
      String(video.length),
      0,
    ]);
    expect(
      origin.requests.map(({ method, range, bytesSent }) => [method, range, bytesSent]),
    ).toEqual([
      ['GET', null, video.length],
      ['GET', 'bytes=100-199', 100],
      ['GET', 'bytes=100-199', video.length],
      ['GET', `bytes=${video.length}-`, 0],
      ['HEAD', null, 0],
    ]);
  });

  it('cuts the connection and serves the rest by range', async () => {
    const first = await get(url(`/cut/${VIDEO}?after=5000`));
    expect([first.status, first.whole, first.body.length]).toEqual([200, false, 5000]);
    const next = await get(url(`/cut/${VIDEO}?after=5000`), { range: 'bytes=5000-' });
    expect([next.status, next.whole, next.body.length]).toEqual([206, false, 5000]);
    expect(next.body.equals(video.subarray(5000, 10_000))).toBe(true);
  });

  it('cuts the connection and ignores ranges, as often as requested', async () => {
    const address = url(`/cut-norange/${VIDEO}?after=5000&times=1`);
    const first = await get(address, { range: 'bytes=100-' });
    expect([first.status, first.whole, first.body.length]).toEqual([200, false, 5000]);
    expect(first.headers['accept-ranges']).toBeUndefined();
    const second = await get(address, { range: 'bytes=5000-' });
    expect([second.status, second.whole, second.body.length]).toEqual([200, true, video.length]);
  });

  it('limits the rate', async () => {
    const started = performance.now();
    const { whole } = await get(url('/slow/audio.m4a?rate=400000'));
    expect(whole).toBe(true);
    // At 400,000 bytes per second, 195,632 bytes take longer than this.
    expect(performance.now() - started).toBeGreaterThan(400);
  });

  it('stalls at an offset, even on the next request', async () => {
    const address = url(`/stall/${VIDEO}?after=5000`);
    const first = await get(address, {}, { enough: 5000 });
    expect([first.status, first.whole, first.body.length]).toEqual([200, false, 5000]);
    const second = await get(address, { range: 'bytes=5000-' }, { giveUpMs: 200 });
    expect([second.status, second.whole, second.body.length]).toEqual([206, false, 0]);
  });

  it('announces more bytes than it sends', async () => {
    const { headers, whole, body } = await get(url(`/short/${VIDEO}`));
    expect([headers['content-length'], whole]).toEqual([String(video.length), false]);
    expect(body.length).toBe(Math.floor(video.length / 2));
  });

  it('serves the same zeros in the middle of a damaged file for every range', async () => {
    const from = Math.floor(video.length / 2);
    const damaged = Buffer.from(video).fill(0, from, from + 100_000);
    const address = url(`/damaged/${VIDEO}?bytes=100000`);
    const whole = await get(address);
    expect([whole.status, whole.body.equals(damaged)]).toEqual([200, true]);
    for (const start of [0, from - 300_000, from - 10, from + 50_000, from + 100_000]) {
      const { status, body } = await get(address, { range: `bytes=${start}-` });
      expect([status, body.equals(damaged.subarray(start))]).toEqual([206, true]);
    }
    expect((await get(url(`/media/${VIDEO}`))).body.equals(video)).toBe(true);
  });

  it.each(['', '?chunked'])('sends half a file as if it were whole (%s)', async (query) => {
    const { status, whole, body } = await get(url(`/truncated/${VIDEO}${query}`));
    expect([status, whole, body.length]).toEqual([200, true, Math.floor(video.length / 2)]);
  });

  it.each([
    ['ignore', 200, undefined, 0],
    ['zero', 206, '0', 0],
    ['total', 206, '5000', 5000],
  ])('responds to a range incorrectly (%s)', async (how, status, from, offset) => {
    const address = url(`/wrong-range/${VIDEO}?how=${how}&after=5000`);
    expect((await get(address)).body.length).toBe(5000);
    const second = await get(address, { range: 'bytes=5000-' });
    expect(second.status).toBe(status);
    expect(/bytes (\d+)-/.exec(second.headers['content-range'] ?? '')?.[1]).toBe(from);
    expect(second.body.subarray(0, 100).equals(video.subarray(offset, offset + 100))).toBe(true);
    expect(second.headers['content-range']?.endsWith(`/${video.length}`) ?? false).toBe(
      how === 'zero',
    );
  });

  it('changes the file between two requests', async () => {
    const first = await get(url(`/changed/${VIDEO}`));
    const second = await get(url(`/changed/${VIDEO}`), {
      range: 'bytes=1000000-',
      'if-range': first.headers.etag ?? '',
    });
    expect([first.whole, second.status, second.whole]).toEqual([false, 200, true]);
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });

  const videoOf = async (manifest: string): Promise<string> => {
    const { body } = await get(url(manifest));
    const address = /<BaseURL[^>]*>(\/(?!media)[^<]+)</.exec(body.toString())?.[1] ?? '';
    return url(address.replaceAll('&amp;', '&'));
  };

  it('lets a URL expire and provides a new one when the manifest is read again', async () => {
    const manifest = '/dash/expire.mpd?bytes=5000';
    const first = await videoOf(manifest);
    expect(await videoOf(manifest)).not.toBe(first);
    expect((await get(first)).body.length).toBe(5000);
    expect((await get(first, { range: 'bytes=5000-' })).status).toBe(403);
    const renewed = await get(await videoOf(manifest), { range: 'bytes=5000-' });
    expect([renewed.status, renewed.whole]).toEqual([206, true]);
    expect(renewed.body.equals(video.subarray(5000))).toBe(true);
  });

  it('lets a URL expire permanently after some requests', async () => {
    const manifest = '/dash/expire.mpd?requests=1&after=5000&forever';
    const first = await videoOf(manifest);
    expect((await get(first)).body.length).toBe(5000);
    expect((await get(first)).status).toBe(403);
    expect((await get(await videoOf(manifest))).status).toBe(403);
  });

  it('serves a guarded file only with the cookie of its page', async () => {
    expect((await get(url(`/guarded/${VIDEO}`))).status).toBe(403);
    const page = await get(url('/watch/guarded'));
    const cookie = page.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect((await get(url(`/guarded/${VIDEO}`), { cookie })).status).toBe(200);
  });

  it.each([
    [`/html-as-video/${VIDEO}`, 200, 'text/html; charset=utf-8'],
    [`/html-as-video/${VIDEO}?type=video/mp4`, 200, 'video/mp4'],
    [`/empty/${VIDEO}`, 200, 'video/mp4'],
    [`/refuse/${VIDEO}?code=503`, 503, 'text/plain'],
    ['/dash/plain.mpd', 200, 'application/dash+xml'],
    ['/dash/template.mpd', 200, 'application/dash+xml'],
    ['/hls/master.m3u8', 200, 'application/vnd.apple.mpegurl'],
    ['/slow/hls/master.m3u8', 200, 'application/vnd.apple.mpegurl'],
    ['/watch/cut?after=1', 200, 'text/html; charset=utf-8'],
    ['/image.png', 200, 'image/png'],
    ['/svg', 200, 'image/svg+xml'],
    ['/private', 403, 'text/html; charset=utf-8'],
    ['/removed', 404, 'text/html; charset=utf-8'],
    ['/gone', 410, 'text/html; charset=utf-8'],
    ['/region', 451, 'text/html; charset=utf-8'],
    ['/media/../../../../package.json', 404, 'text/plain'],
    ['/media/%2e%2e/%2e%2e/x', 404, 'text/plain'],
    ['/dash/nothing.mpd', 404, 'text/plain'],
    ['/watch/constructor', 404, 'text/plain'],
  ])('serves %s with status %d as %s', async (address, status, type) => {
    const answered = await get(url(address));
    expect([answered.status, answered.headers['content-type']]).toEqual([status, type]);
  });

  it('redirects to the given URL', async () => {
    const { status, headers } = await get(url('/redirect?to=http://127.0.0.1:1/x&code=307'));
    expect([status, headers.location]).toEqual([307, 'http://127.0.0.1:1/x']);
  });

  it('serves an encrypted playlist with its key', async () => {
    const playlist = (await get(url('/hls/encrypted.m3u8'))).body.toString();
    expect(playlist).toContain('METHOD=AES-128,URI="key.bin"');
    expect((await get(url('/hls/key.bin'))).body).toHaveLength(16);
    const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
    const [plain, encrypted] = await Promise.all(
      ['muxed', 'encrypted'].map(async (name) => (await get(url(`/hls/${name}-0.ts`))).body),
    );
    expect(hash(plain ?? Buffer.alloc(0))).not.toBe(hash(encrypted ?? Buffer.alloc(0)));
  });
});
