import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { RecordingProxy } from '../infra/egress/testing/recording-proxy.js';
import type { DomainError } from '../infra/errors/domain-error.js';
import type { Site } from '../infra/sites/site.js';
import { type FetchedStream, SourceFetcher } from './source-fetcher.js';
import type { SourceStream } from './client/source-stream.js';
import { Fetching, sourceStream } from './testing/fetching.js';
import { bytesOf } from './testing/test-source.js';

const BODY = bytesOf(3_000_000);
const PLAYLIST = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n/a.ts\n#EXT-X-ENDLIST\n';

/**
 * As on some CDNs, the media URLs work from only one IP address. Requests from any other are
 * refused.
 */
describe('sources behind an outbound proxy', () => {
  const proxy = new RecordingProxy();
  let origin: http.Server;
  let base: string;
  let asked: string[];
  let fetching: Fetching;
  /** What the proxy was used for. */
  const uses = new Set<string>();

  beforeAll(async () => {
    await proxy.open();
    origin = http.createServer((request, response) => {
      asked.push(request.url ?? '');
      if (!proxy.ports.has(request.socket.remotePort ?? 0)) {
        response.writeHead(403).end();
      } else if (request.url === '/old.mp4') {
        response.writeHead(410).end();
      } else if (request.url?.endsWith('.m3u8')) {
        response.setHeader('content-type', 'application/vnd.apple.mpegurl').end(PLAYLIST);
      } else {
        const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
        const start = Number(from ?? 0);
        const end = to ? Math.min(Number(to) + 1, BODY.length) : BODY.length;
        response.writeHead(from === undefined ? 200 : 206, {
          'content-type': 'video/mp4',
          'content-length': end - start,
          etag: '"1"',
          ...(from !== undefined && {
            'content-range': `bytes ${start}-${end - 1}/${BODY.length}`,
          }),
        });
        response.end(BODY.subarray(start, end));
      }
    });
    await once(origin.listen(0, '127.0.0.1'), 'listening');
    base = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    origin.closeAllConnections();
    await new Promise((done) => origin.close(done));
    await proxy.close();
  });
  beforeEach(async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    asked = [];
    proxy.ports.clear();
    [proxy.asked, proxy.conduct] = [[], () => 'opens'];
    fetching = await Fetching.start({
      proxyOf: (site, use) => {
        uses.add(use);
        return site === 'vimeo' ? proxy.upstream : null;
      },
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await fetching.end();
  });

  const fetch = (stream: Partial<SourceStream>, site: Site): Promise<string | FetchedStream[]> =>
    new SourceFetcher(
      { MAX_FILE_BYTES: 1e9, MAX_DURATION_SECONDS: 1e9 },
      fetching.client,
      fetching.budget,
    )
      .fetch({
        streams: [sourceStream(stream)],
        site,
        folder: fetching.folder,
        signal: fetching.abort.signal,
        durationSeconds: null,
        renew: () => Promise.resolve([sourceStream({ ...stream, url: `${base}/new.mp4` })]),
        onBytes: () => undefined,
        onKept: () => undefined,
        onTotal: () => undefined,
      })
      .catch((error: DomainError) => error.code);

  it.each(['/video.mp4', '/old.mp4'])('fetches a file through the proxy: %s', async (path) => {
    const [file] = (await fetch({ url: base + path }, 'vimeo')) as FetchedStream[];
    expect(BODY.equals(await readFile(file?.path ?? ''))).toBe(true);
    expect(new Set(proxy.asked)).toEqual(new Set([base.slice('http://'.length)]));
  });

  it('connects directly when the site has no proxy', async () => {
    expect(await fetch({ url: `${base}/video.mp4` }, 'youtube')).toBe('SOURCE_REFUSED');
    expect(proxy.asked).toEqual([]);
  });

  it('fetches playlists and segments through the proxy', async () => {
    // The bytes aren't video, because only their route matters here.
    await fetch({ url: `${base}/p.m3u8`, protocol: 'hls' }, 'vimeo');
    // An operator may use the proxy for pages only.
    expect([...uses]).toEqual(['media']);
    expect(asked).toEqual(expect.arrayContaining(['/p.m3u8', '/a.ts']));
    expect(proxy.asked.length).toBeGreaterThan(0);
  });

  it('blocks private addresses in a playlist', async () => {
    const segments = ['http://10.0.0.1/1.mp4', 'http://169.254.169.254/2.mp4'];
    const outcome = await fetch({ url: `${base}/x.mpd`, protocol: 'dash', segments }, 'vimeo');
    expect([outcome, proxy.asked]).toEqual(['ADDRESS_NOT_ALLOWED', []]);
  });
});
