import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseEgressAllow } from '../../../infra/egress/egress-policy.js';
import { EgressService } from '../../../infra/egress/egress.service.js';
import { sourceFormat, sourceInfo } from '../../testing/recorded-page.js';
import type { SourceFormat } from '../../source-info.js';
import type { PlaylistFacts } from './info/read-ytdlp-info.js';
import { askPlaylists } from './ask-playlists.js';
import { withoutDeadlines } from '../../../infra/testing/without-deadlines.js';

const PLAYLISTS: Readonly<Record<string, string>> = {
  '/recording.m3u8': '#EXTM3U\n#EXTINF:4.5,\n1.ts\n#EXTINF:4,\n2.ts\n#EXT-X-ENDLIST\n',
  '/live.m3u8': '#EXTM3U\n#EXTINF:4,\n1.ts\n',
  '/empty.m3u8': '#EXTM3U\n#EXT-X-ENDLIST\n',
  '/master.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n',
  '/page.m3u8': '<html></html>',
  '/endless.m3u8': '#EXTM3U\n',
  '/live.mpd': `<?xml version="1.0"?>\n<MPD\n  minimumUpdatePeriod="PT2S" type="dynamic"><Period/></MPD>`,
  '/over.mpd': '<MPD type="dynamic" mediaPresentationDuration="PT60S"><Period/></MPD>',
  '/recording.mpd': '<m:MPD type="static" mediaPresentationDuration="PT60S"/>',
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
const dash = (path: string): SourceFormat => ({ ...hls(path), protocol: 'dash' });
const ask = (...formats: readonly SourceFormat[]): Promise<PlaylistFacts> =>
  askPlaylists(sourceInfo(formats), {
    egress,
    site: 'other',
    signal: new AbortController().signal,
  });
const NOTHING: PlaylistFacts = { seconds: null, live: new Set() };

withoutDeadlines();

describe('askPlaylists', () => {
  it('measures the best playlist, using the headers that the source needs', async () => {
    const facts = await ask(hls('/live.m3u8'), hls('/recording.m3u8'));
    expect(facts).toEqual({ ...NOTHING, seconds: 8.5 });
    expect(asked.map(({ url, headers }) => [url, headers.referer])).toEqual([
      ['/recording.m3u8', 'https://site.example/'],
    ]);
  });

  it.each<[what: string, formats: () => readonly SourceFormat[]]>([
    ['HLS', () => [hls('/live.m3u8')]],
    ['DASH', () => [dash('/live.mpd')]],
    ['HLS and DASH', () => [hls('/live.m3u8'), dash('/live.mpd')]],
  ])('rejects %s that is still growing', async (_, formats) => {
    await expect(ask(...formats())).rejects.toMatchObject({ code: 'LIVE_STREAM' });
  });

  it.each<[what: string, formats: () => readonly SourceFormat[], live: readonly string[]]>([
    ['HLS', () => [hls('/live.m3u8'), sourceFormat()], ['hls']],
    ['DASH', () => [sourceFormat(), dash('/live.mpd')], ['dash']],
    ['HLS and DASH', () => [hls('/live.m3u8'), dash('/live.mpd'), sourceFormat()], ['hls', 'dash']],
    ['HLS', () => [hls('/live.m3u8'), dash('/recording.mpd')], ['hls']],
  ])(
    'drops only %s that is still growing, if there are other formats',
    async (_, formats, live) => {
      expect(await ask(...formats())).toEqual({ seconds: null, live: new Set(live) });
    },
  );

  it.each<[what: string, formats: () => readonly SourceFormat[]]>([
    ['recorded DASH', () => [dash('/recording.mpd')]],
    ['DASH whose manifest has remained dynamic', () => [dash('/over.mpd')]],
    ['DASH that can not be read', () => [dash('/not-there.mpd')]],
    ['a recording beside a plain file', () => [sourceFormat(), hls('/recording.m3u8')]],
  ])('leaves %s as it is', async (_, formats) => {
    expect(await ask(...formats())).toEqual(NOTHING);
    expect(asked).toHaveLength(1);
  });

  it.each<[what: string, formats: readonly SourceFormat[]]>([
    ['a plain file', [sourceFormat()]],
    ['no formats', []],
  ])('makes no request for %s', async (_, formats) => {
    expect(await ask(...formats)).toEqual(NOTHING);
    expect(asked).toEqual([]);
  });

  it.each(['/master.m3u8', '/page.m3u8', '/empty.m3u8', '/not-there.m3u8', '/endless.m3u8'])(
    'leaves a problem with %s to the download',
    async (path) => {
      expect(await ask(hls(path))).toEqual(NOTHING);
      expect(asked).toHaveLength(1);
    },
  );

  it('does not request a forbidden URL', async () => {
    expect(await ask(hls('/recording.m3u8', '127.0.0.2'))).toEqual(NOTHING);
    expect(asked).toEqual([]);
  });
});
