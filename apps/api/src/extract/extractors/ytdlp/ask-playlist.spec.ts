import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEgressAllow } from '../../../infra/egress/egress-policy.js';
import { EgressService } from '../../../infra/egress/egress.service.js';
import { sourceFormat, sourceInfo } from '../../testing/recorded-page.js';
import type { SourceFormat, SourceInfo } from '../../source-info.js';
import { askPlaylist } from './ask-playlist.js';
import { withoutDeadlines } from '../../../infra/testing/without-deadlines.js';

const PLAYLISTS: Readonly<Record<string, string>> = {
  '/recording.m3u8': '#EXTM3U\n#EXTINF:4.5,\n1.ts\n#EXTINF:4,\n2.ts\n#EXT-X-ENDLIST\n',
  '/live.m3u8': '#EXTM3U\n#EXTINF:4,\n1.ts\n',
  '/empty.m3u8': '#EXTM3U\n#EXT-X-ENDLIST\n',
  '/master.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n',
  '/page.m3u8': '<html></html>',
  '/endless.m3u8': '#EXTM3U\n',
};

let server: http.Server;
let egress: EgressService;
let asked: http.IncomingMessage[];

beforeAll(async () => {
  egress = new EgressService({
    allow: parseEgressAllow('127.0.0.1/32'),
    ownHosts: [],
    ownEndpoints: [],
  });
  server = http.createServer((request, response) => {
    asked.push(request);
    const text = PLAYLISTS[request.url ?? ''];
    response.writeHead(text === undefined ? 404 : 200);
    if (request.url === '/endless.m3u8') {
      const send = (): void => {
        while (response.write(`${text}${'#'.repeat(65_536)}\n`)) {
          // The loop stops when the connection's buffer is full.
        }
      };
      response.on('drain', send);
      send();
    } else {
      response.end(text ?? PLAYLISTS['/recording.m3u8']);
    }
  });
  await once(server.listen(0, '0.0.0.0'), 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await Promise.all([new Promise((done) => server.close(done)), egress.onApplicationShutdown()]);
});
beforeEach(() => {
  asked = [];
});

const hls = (path: string, host = '127.0.0.1'): SourceFormat =>
  sourceFormat({
    protocol: 'hls',
    url: `http://${host}:${(server.address() as AddressInfo).port}${path}`,
    headers: { referer: 'https://site.example/' },
  });
const untold = (formats: readonly SourceFormat[]): SourceInfo => ({
  ...sourceInfo(formats),
  durationSeconds: null,
});
const ask = (info: SourceInfo): Promise<number | null> =>
  askPlaylist(info, { egress, site: 'other', signal: new AbortController().signal });

withoutDeadlines();

describe('askPlaylist', () => {
  it('measures the best playlist, using the headers that the source needs', async () => {
    expect(await ask(untold([hls('/live.m3u8'), hls('/recording.m3u8')]))).toBe(8.5);
    expect(asked.map(({ url, headers }) => [url, headers.referer])).toEqual([
      ['/recording.m3u8', 'https://site.example/'],
    ]);
  });

  it('rejects a playlist that is still growing', async () => {
    await expect(ask(untold([hls('/live.m3u8')]))).rejects.toMatchObject({ code: 'LIVE_STREAM' });
  });

  it.each<[what: string, info: () => SourceInfo]>([
    ['the page states the duration', () => sourceInfo([hls('/live.m3u8')])],
    ['there is also a plain file', () => untold([sourceFormat(), hls('/live.m3u8')])],
    ['there are no formats', () => untold([])],
  ])('makes no request when %s', async (_, info) => {
    expect(await ask(info())).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each(['/master.m3u8', '/page.m3u8', '/empty.m3u8', '/not-there.m3u8', '/endless.m3u8'])(
    'leaves a problem with %s to the download',
    async (path) => {
      expect(await ask(untold([hls(path)]))).toBeNull();
      expect(asked).toHaveLength(1);
    },
  );

  it('does not request a forbidden URL', async () => {
    expect(await ask(untold([hls('/recording.m3u8', '127.0.0.2')]))).toBeNull();
    expect(asked).toEqual([]);
  });
});
