import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import http from 'node:http';
import express from 'express';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../../testing/wait-until.js';
import type { HandedOut } from '../../storage/file-store.port.js';
import { DomainError } from '../../errors/domain-error.js';
import { type ServedFile, serveFile } from './serve-file.js';

const SIZE = 3_000_000;
const content = Buffer.alloc(SIZE, 'abcdefghij');
const MODIFIED = new Date('2026-01-02T03:04:05Z');
const HANDED_OUT: Readonly<Record<string, HandedOut>> = {
  '/accel': { to: 'proxy', url: '/protected/whole.mp4' },
  '/elsewhere': { to: 'visitor', url: 'https://store.example/a?signature=1' },
};

describe('serveFile', () => {
  let folder: string;
  let server: http.Server;
  let base: string;
  let outcomes: unknown[];
  let begun: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dipper-serve-'));
    await writeFile(join(folder, 'whole.mp4'), content);
    const path = join(folder, 'whole.mp4');
    const app = express().use((request, response) => {
      const file: ServedFile = {
        bytes: SIZE,
        open: ({ first, last }) =>
          Promise.resolve(
            request.url === '/gone' ? null : createReadStream(path, { start: first, end: last }),
          ),
        fileName: '日本.mp4',
        mediaType: 'video/mp4',
        etag: '"tag"',
        lastModified: MODIFIED,
        download: request.url === '/save',
        handedOut: HANDED_OUT[request.url] ?? null,
      };
      begun += 1;
      serveFile(request, response, file).then(
        () => outcomes.push('done'),
        (error: unknown) => {
          outcomes.push(error instanceof DomainError ? error.code : error);
          response.writeHead(410).end();
        },
      );
    });
    server = http.createServer(app);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await rm(folder, { recursive: true });
  });

  beforeEach(() => {
    [outcomes, begun] = [[], 0];
  });
  // The client may notice the end of a reply before the server does.
  afterEach(() => waitUntil(() => outcomes.length === begun, 'the end of serving'));

  const ask = (
    headers: Record<string, string> = {},
    path = '/',
    method = 'GET',
  ): Promise<Response> => fetch(`${base}${path}`, { method, headers });

  it('sends the whole file with all headers', async () => {
    const reply = await ask();
    expect(Buffer.from(await reply.arrayBuffer()).equals(content)).toBe(true);
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-transform',
      'content-disposition': `inline; filename="video.mp4"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.mp4`,
      'content-length': String(SIZE),
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'video/mp4',
      'cross-origin-resource-policy': 'same-origin',
      etag: '"tag"',
      'last-modified': MODIFIED.toUTCString(),
      'x-content-type-options': 'nosniff',
    });
  });

  it('sends the file as a download on request', async () => {
    const reply = await ask({}, '/save', 'HEAD');
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(reply.headers.get('content-length')).toBe(String(SIZE));
    expect(await reply.text()).toBe('');
  });

  it.each([
    ['bytes=0-9', `bytes 0-9/${SIZE}`, 0, 10],
    ['bytes=2999990-', `bytes 2999990-2999999/${SIZE}`, 2_999_990, SIZE],
    [`bytes=-${SIZE + 1}`, `bytes 0-2999999/${SIZE}`, 0, SIZE],
    ['bytes=-5', `bytes 2999995-2999999/${SIZE}`, 2_999_995, SIZE],
    ['bytes=2999999-9999999', `bytes 2999999-2999999/${SIZE}`, 2_999_999, SIZE],
  ])('sends %s', async (range, expected, from, to) => {
    const reply = await ask({ range });
    expect([reply.status, reply.headers.get('content-range')]).toEqual([206, expected]);
    expect(await reply.text()).toBe(content.subarray(from, to).toString());
  });

  it.each([
    ['several ranges', { range: 'bytes=0-0,5-5' }],
    ['a malformed range', { range: 'bytes=9-5' }],
    ['an If-Range that names another file', { range: 'bytes=0-9', 'if-range': '"other"' }],
    ['a weak If-Range', { range: 'bytes=0-9', 'if-range': 'W/"tag"' }],
    [
      'an If-Range that names an older file',
      { range: 'bytes=0-9', 'if-range': new Date(0).toUTCString() },
    ],
  ])('sends the whole file for %s', async (_case, headers) => {
    const reply = await ask(headers);
    expect([reply.status, (await reply.arrayBuffer()).byteLength]).toEqual([200, SIZE]);
  });

  it.each([
    ['"tag"', 206],
    [MODIFIED.toUTCString(), 206],
  ])('sends the part for If-Range %s', async (condition, status) => {
    const reply = await ask({ range: 'bytes=0-9', 'if-range': condition });
    expect([reply.status, (await reply.arrayBuffer()).byteLength]).toEqual([status, 10]);
  });

  it.each([
    [{ 'if-none-match': '"tag"' }, 304],
    [{ 'if-none-match': 'W/"tag"' }, 304],
    [{ 'if-none-match': '"tag"', range: `bytes=${SIZE}-` }, 304],
    [{ 'if-modified-since': MODIFIED.toUTCString() }, 304],
    [{ 'if-none-match': '"other"' }, 200],
  ])('answers a request with the headers %j with %d', async (headers, status) => {
    // `fetch` would request a fresh copy, so a 304 would not be seen.
    const [reply] = (await once(http.get(base, { headers }), 'response')) as [http.IncomingMessage];
    expect(reply.statusCode).toBe(status);
    await once(reply.resume(), 'end');
  });

  it('states the size when a range is out of bounds', async () => {
    const reply = await ask({ range: `bytes=${SIZE}-` });
    expect([reply.status, reply.headers.get('content-range')]).toEqual([416, `bytes */${SIZE}`]);
    expect(await reply.json()).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(reply.headers.get('content-disposition')).toBeNull();
  });

  it.each<Record<string, string>>([
    { 'if-match': '"other"' },
    { 'if-unmodified-since': new Date(0).toUTCString() },
  ])('fails for %j because the file has changed', async (headers) => {
    const reply = await ask(headers);
    expect([reply.status, await reply.json()]).toMatchObject([412, { code: 'INVALID_REQUEST' }]);
  });

  it.each<Record<string, string>>([
    { 'if-match': '"tag"' },
    { 'if-match': '*' },
    { 'if-unmodified-since': MODIFIED.toUTCString() },
  ])('sends the file for %j', async (headers) => {
    expect((await ask(headers, '/', 'HEAD')).status).toBe(200);
  });

  it.each(['GET', 'HEAD'])('leaves %s to nginx if nginx is configured', async (method) => {
    const reply = await ask({ range: 'bytes=5-', 'if-none-match': '"tag"' }, '/accel', method);
    expect([reply.status, await reply.text()]).toEqual([200, '']);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'cache-control': 'private, no-transform',
      'content-disposition': expect.stringMatching(/^inline; /) as string,
      'content-type': 'video/mp4',
      'x-accel-redirect': '/protected/whole.mp4',
    });
  });

  it('redirects to the URL that the store hands out to visitors', async () => {
    const reply = await fetch(`${base}/elsewhere`, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([
      302,
      'https://store.example/a?signature=1',
    ]);
    // The URL expires, so a browser must not use it again.
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
  });

  it('reports a missing file without the headers of a file', async () => {
    const reply = await ask({}, '/gone');
    expect([reply.status, outcomes]).toEqual([410, ['FILE_EXPIRED']]);
    expect(reply.headers.get('content-type')).toBeNull();
    expect(reply.headers.get('etag')).toBeNull();
  });

  it('does not treat a visitor who leaves halfway as an error', async () => {
    const request = http.get(base);
    const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(reply, 'data');
    request.destroy();
    await waitUntil(() => outcomes.length === 1, 'the end of serving');
    expect(outcomes).toEqual(['done']);
  });
});
