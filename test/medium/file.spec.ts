import { API } from '@dipper/contract';
import { refusalOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const TITLE = 'Ünïcödé 映像 – part 1/2';

let origin: Origin;
let site: Site;
let server: TestServer;
let client: TestClient;
let path: string;
let bytes: Buffer;
let etag: string;
let modified: string;
let made: readonly [from: number, to: number];

beforeAll(async () => {
  [origin, server] = await Promise.all([startOrigin(), TestServer.shared()]);
  site = await startSite(origin);
  client = new TestClient(server);
  const task = taskOf(pick(await client.search(site.page(TITLE)), ({ kind }) => kind === 'merge'));
  const started = Date.now();
  await client.merge(task);
  made = [started, Date.now()];
  path = API.file(task);
  const whole = await client.fetch(path);
  bytes = Buffer.from(await whole.arrayBuffer());
  etag = whole.headers.get('etag') ?? '';
  modified = whole.headers.get('last-modified') ?? '';
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close(), site.close()]);
});

async function get(
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; headers: Headers; body: Buffer }> {
  const response = await client.fetch(path, { method, headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body };
}

describe('the headers of a file', () => {
  it.each(['GET', 'HEAD'])('are complete for %s', async (method) => {
    const { status, headers, body } = await get({}, method);
    expect(status).toBe(200);
    expect(body.length).toBe(method === 'GET' ? bytes.length : 0);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-length': String(bytes.length),
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringContaining('private') as string,
    });
    expect(headers.get('etag')).toMatch(/^"[\w.-]+"$/);
    const [from, to] = made;
    // The header is in whole seconds.
    expect(Date.parse(modified)).toBeGreaterThan(from - 1000);
    expect(Date.parse(modified)).toBeLessThanOrEqual(to);
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it.each([
    ['played', '', 'inline'],
    ['saved', '?download=1', 'attachment'],
    ['played with another value in the query', '?download=0', 'inline'],
  ])('contain the content disposition of a file that is %s', async (_, query, type) => {
    const response = await client.fetch(path + query, { method: 'HEAD' });
    const value = response.headers.get('content-disposition') ?? '';
    const [, given, fallback, encoded] =
      /^(\w+); filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(value) ?? [];
    expect(given).toBe(type);
    expect(fallback).toMatch(/^[\x20-\x7e]+\.webm$/);
    const name = decodeURIComponent(encoded ?? '');
    expect(name).toMatch(/^127\.0\.0\.1_Ünïcödé_映像_–_part_12.*\.webm$/);
  });
});

describe('parts of a file', () => {
  it.each<[asked: string, start: number, length: number]>([
    ['bytes=0-99', 0, 100],
    ['bytes=100-100', 100, 1],
    ['bytes=-100', -100, 100],
    ['bytes=5000-', 5000, Infinity],
    ['bytes=0-999999999999', 0, Infinity],
    ['bytes=-999999999999', 0, Infinity],
  ])('are served for the range %s', async (range, from, length) => {
    const start = from < 0 ? bytes.length + from : from;
    const end = Math.min(start + length, bytes.length);
    const { status, headers, body } = await get({ range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${bytes.length}`);
    expect(headers.get('content-length')).toBe(String(end - start));
    expect(body.equals(bytes.subarray(start, end))).toBe(true);
  });

  it('are refused beyond the end with 416 and the size', async () => {
    const { status, headers, body } = await get({ range: `bytes=${bytes.length}-` });
    expect(status).toBe(416);
    expect(headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    const { error, code } = refusalOf('INVALID_REQUEST');
    expect(JSON.parse(body.toString())).toEqual({ error, code });
  });

  it.each(['bytes=0-1,5-6', 'bytes=9-5', 'lines=1-2', 'bytes=a-b', 'bytes=-'])(
    'are replaced by the whole file if the header is not a single range: %s',
    async (range) => {
      const { status, body } = await get({ range });
      expect([status, body.length]).toEqual([200, bytes.length]);
    },
  );

  it.each([
    ['the same ETag', () => etag, 206],
    ['the same date', () => modified, 206],
    ['another ETag', () => '"another"', 200],
    ['a weak ETag', () => `W/${etag}`, 200],
    ['an older date', () => new Date(Date.parse(modified) - 5000).toUTCString(), 200],
  ])('depend on If-Range with %s', async (_, condition, status) => {
    const answer = await get({ range: 'bytes=0-9', 'if-range': condition() });
    expect(answer.status).toBe(status);
    expect(answer.body.length).toBe(status === 206 ? 10 : bytes.length);
  });

  it('are also described by a HEAD reply', async () => {
    const { status, headers, body } = await get({ range: 'bytes=0-99' }, 'HEAD');
    expect([status, headers.get('content-length'), body.length]).toEqual([206, '100', 0]);
  });
});

describe("a file in the browser's cache", () => {
  it.each([
    ['If-None-Match', () => ({ 'if-none-match': etag }), 304],
    ['If-None-Match with several', () => ({ 'if-none-match': `"a", ${etag}` }), 304],
    ['If-None-Match with another', () => ({ 'if-none-match': '"a"' }), 200],
    ['If-Modified-Since', () => ({ 'if-modified-since': modified }), 304],
    ['If-Modified-Since, older', () => ({ 'if-modified-since': new Date(0).toUTCString() }), 200],
  ])('is handled according to %s', async (_, headers, status) => {
    // Without this header, fetch adds no-cache to conditional requests.
    const answer = await get({ ...headers(), 'cache-control': 'max-age=0' });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.body.length).toBe(status === 304 ? 0 : bytes.length);
  });
});

describe('a file that is not ready', () => {
  it('is refused with 409 before the start and during the run', async () => {
    site.mood = 'slowly';
    const info = await client.search(site.manifest('webm', 'wait'));
    const task = taskOf(pick(info, ({ kind }) => kind === 'merge'));
    expect(await client.refused(API.file(task))).toEqual(refusalOf('FILE_NOT_READY'));
    await client.start(task);
    await client.waitFor(task, ({ status }) => status === 'processing');
    expect(await client.refused(API.file(task))).toEqual(refusalOf('FILE_NOT_READY'));
    expect((await client.fetch(API.file(task), { method: 'HEAD' })).status).toBe(409);
    await client.cancel(task);
  });
});
