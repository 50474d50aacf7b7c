import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';

const MIB = 1024 * 1024;
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const LIVE_MPD =
  '<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" minimumUpdatePeriod="PT2S"><Period>' +
  '<AdaptationSet mimeType="video/mp4">' +
  '<SegmentTemplate duration="4" media="$Number$.m4s" initialization="init.mp4"/>' +
  '<Representation id="v" bandwidth="500000" codecs="avc1.64001f"/></AdaptationSet></Period></MPD>';
const HLS = { 'content-type': 'application/vnd.apple.mpegurl' };

const urlOf = (request: IncomingMessage): URL => new URL(request.url ?? '/', 'http://origin');
const next = (url: URL): number => Number.parseInt(url.search.slice(1) || '0', 10) + 1;

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** Sends data as fast as the client reads, up to a number of pieces. */
function pour(response: ServerResponse, piece: Buffer, count: number): void {
  const pieces = function* (): Generator<Buffer> {
    for (let sent = 0; sent < count; sent += 1) {
      yield piece;
    }
  };
  pipeline(Readable.from(pieces()), response, () => undefined);
}

const page = (body: string): string =>
  `<html><head><title>x</title></head><body>${body}</body></html>`;

const markup =
  (piece: string, bytes: number): Reply =>
  (response) => {
    response.writeHead(200, HTML);
    const chunk = Buffer.from(piece.repeat(Math.ceil(MIB / 4 / piece.length)));
    pour(response, chunk, bytes / chunk.length);
  };

/**
 * 8 MiB of markup in 24 KB. It ends with a full flush, so that it can be repeated within one
 * stream.
 */
const dense = deflateRawSync('<p>abc</p>\n'.repeat((8 * MIB) / 11), {
  finishFlush: constants.Z_FULL_FLUSH,
});

/** 2 GiB of markup in a few MB. */
const packed =
  (encoding: 'gzip' | 'deflate'): Reply =>
  (response) => {
    response.writeHead(200, { ...HTML, 'content-encoding': encoding });
    const head = encoding === 'gzip' ? gzipSync('').subarray(0, 10) : Buffer.from([0x78, 0x9c]);
    response.write(head);
    pour(response, dense, 256);
  };

/** Sends one byte per second for as long as the client waits. */
const drip = (response: ServerResponse): void => {
  const timer = setInterval(() => response.write('x'), 1000);
  response.on('close', () => clearInterval(timer));
};

const text =
  (body: string, head: http.OutgoingHttpHeaders = HTML, status = 200): Reply =>
  (response) => {
    response.writeHead(status, head);
    response.end(body);
  };

const to =
  (where: (url: URL) => string): Reply =>
  (response, request) => {
    response.writeHead(302, { location: where(urlOf(request)) });
    response.end();
  };

const variants = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=${1000 + index},RESOLUTION=${2 + index}x${2 + index}\nv${index}.m3u8`,
  ).join('\n');

const feed =
  (link: (url: URL) => string): Reply =>
  (response, request) => {
    const item = `http://${request.headers.host}${link(urlOf(request))}`;
    response.writeHead(200, { 'content-type': 'application/rss+xml' });
    response.end(
      `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>` +
        `<item><title>y</title><link>${item}</link></item></channel></rss>`,
    );
  };

export const HOSTILE_PAGES = {
  '/markup': markup('<div class="a">text</div>\n', 300 * MIB),
  '/wide-letters': markup('<p>text 😀</p>\n', 300 * MIB),
  '/gzip-bomb': packed('gzip'),
  '/deflate-bomb': packed('deflate'),
  '/players': markup('<video src="/v.mp4"></video>\n', 8 * MIB),
  '/unfinished-json': markup(
    '<script type="application/ld+json">{"@type":"VideoObject"</script>\n',
    8 * MIB,
  ),
  '/drip': (response) => {
    response.writeHead(200, HTML);
    drip(response);
  },
  '/drip-head': (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nX-');
    const timer = setInterval(() => response.socket?.write('x'), 1000);
    response.socket?.on('close', () => clearInterval(timer));
  },
  '/claims-more': (response) => {
    response.writeHead(200, { ...HTML, 'content-length': 2 ** 40 });
    response.write(page('text'));
    response.socket?.end();
  },
  '/claims-less': (response) => {
    response.socket?.end(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\n${page('a'.repeat(MIB))}`,
    );
  },
  '/claims-nonsense': (response) => {
    response.socket?.end(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: -7\r\n\r\n${page('text')}`,
    );
  },
  '/formats.m3u8': text(`#EXTM3U\n${variants(10_000)}\n`, HLS),
  '/own-variant.m3u8': text('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nown-variant.m3u8\n', HLS),
  // A live stream inside a page, which yt-dlp does not recognize as live, and the stream itself.
  '/live-player': text('<title>Live</title><video><source src="/live.mpd"></video>'),
  '/live.mpd': text(LIVE_MPD, { 'content-type': 'application/dash+xml' }),
  '/loop': to(() => '/loop'),
  '/chain': to((url) => `/chain?${next(url)}`),
  '/refresh': text(
    '<html><head><meta http-equiv="refresh" content="0; url=/refresh"></head></html>',
  ),
  '/own-player': text(
    '<html><head><meta property="og:title" content="x"><meta property="og:video" content="/own-player"></head></html>',
  ),
  '/own-feed': feed(() => '/own-feed'),
  '/feeds': feed((url) => `/feeds?${next(url)}`),
  '/frames': (response, request) =>
    text(page(`<iframe src="/frames?${next(urlOf(request))}.m3u8"></iframe>`))(response, request),
  '/deep-json': text(page(`<script type="application/ld+json">${'['.repeat(200_000)}</script>`)),
} satisfies Record<string, Reply>;

export async function startHostileOrigin(): Promise<{
  url: string;
  asked: string[];
  close: () => Promise<void>;
}> {
  const asked: string[] = [];
  const pages: Readonly<Record<string, Reply>> = HOSTILE_PAGES;
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    const reply = pages[urlOf(request).pathname] ?? text('not here', HTML, 404);
    response.on('error', () => undefined);
    reply(response, request);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
