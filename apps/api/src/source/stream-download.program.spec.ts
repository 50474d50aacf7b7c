import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitUntil } from '../infra/testing/wait-until.js';
import { downloadStream } from './stream-download.js';
import type { SourceStream } from './client/source-stream.js';
import { Fetching, md5, type Origin, sourceStream, startOrigin } from './testing/fetching.js';

describe('downloadStream', () => {
  let origin: Origin;
  let fetching: Fetching;

  beforeAll(async () => {
    origin = await startOrigin();
  });
  afterAll(() => origin.close());
  beforeEach(async () => {
    origin.forget();
    fetching = await Fetching.start();
  });
  afterEach(() => fetching.end());

  const file = (path: string): SourceStream => sourceStream({ url: `${origin.url}${path}` });
  const hls = (path: string): SourceStream =>
    sourceStream({ url: `${origin.url}${path}`, protocol: 'hls' });
  const neverRenew = (): Promise<never> => Promise.reject(new Error('no renewal was expected'));
  const bytesOf = async (path: string): Promise<number> =>
    (await (await fetch(`${origin.url}${path}`)).arrayBuffer()).byteLength;

  it('requests a new URL once when the old one expires, and continues with it', async () => {
    const renewed: SourceStream[] = [];
    await downloadStream(
      file('/expire/video-720.mp4?bytes=2000000&after=600000'),
      fetching.path(),
      {
        context: fetching.context(),
        renew: (stale) => {
          renewed.push(stale);
          return Promise.resolve(file('/media/video-720.mp4'));
        },
      },
    );
    expect(renewed).toHaveLength(1);
    expect(fetching.received).toBe(await bytesOf('/media/video-720.mp4'));
  });

  it.each([
    [403, 'SOURCE_REFUSED'],
    [401, 'SOURCE_REFUSED'],
    [404, 'FORMAT_UNAVAILABLE'],
    [410, 'FORMAT_UNAVAILABLE'],
  ])('gives up when the new URL also responds with %d', async (status, code) => {
    let renewals = 0;
    const dead = file(`/refuse/video-720.mp4?code=${status}`);
    const renew = (): Promise<SourceStream> => ((renewals += 1), Promise.resolve(dead));
    await expect(
      downloadStream(dead, fetching.path(), { context: fetching.context(), renew }),
    ).rejects.toMatchObject({ code });
    expect(renewals).toBe(1);
  });

  it("reports why the page can't be read again", async () => {
    const renew = (): Promise<never> => Promise.reject(new Error('the page is gone'));
    const dead = file('/refuse/video-720.mp4');
    await expect(
      downloadStream(dead, fetching.path(), { context: fetching.context(), renew }),
    ).rejects.toThrow('the page is gone');
  });

  it.each(['/hls/muxed.m3u8', '/hls/master.m3u8', '/hls/encrypted.m3u8'])(
    'fetches %s',
    async (path) => {
      await downloadStream(hls(path), fetching.path(), {
        context: fetching.context(),
        renew: neverRenew,
      });
      expect(fetching.arrived).toBeGreaterThan(100_000);
    },
  );

  it('yields the same stream from an encrypted and a plain playlist', async () => {
    const run = async (path: string): Promise<string> => {
      await downloadStream(hls(path), fetching.path(), {
        context: fetching.context(),
        renew: neverRenew,
      });
      return fetching.md5();
    };
    expect(await run('/hls/encrypted.m3u8')).toBe(await run('/hls/muxed.m3u8'));
  });

  it.each([
    ['/hls/live.m3u8', 'LIVE_STREAM'],
    ['/no-media', 'NOT_MEDIA'],
    ['/media/video-1080.mp4', 'NOT_MEDIA'],
    ['/removed', 'FORMAT_UNAVAILABLE'],
  ])('refuses %s as a playlist: %s', async (path, code) => {
    const renew = (stale: SourceStream): Promise<SourceStream> => Promise.resolve(stale);
    await expect(
      downloadStream(hls(path), fetching.path(), { context: fetching.context(), renew }),
    ).rejects.toMatchObject({ code });
  });

  it('fetches DASH segments in order', async () => {
    const names = ['init-0', '0-1', '0-2', '0-3'].map((name) => `/media/dash/template-${name}.m4s`);
    const dash = sourceStream({
      protocol: 'dash',
      segments: names.map((name) => `${origin.url}${name}`),
    });
    await downloadStream(dash, fetching.path(), { context: fetching.context(), renew: neverRenew });
    const parts = await Promise.all(
      names.map(async (name) =>
        Buffer.from(await (await fetch(`${origin.url}${name}`)).arrayBuffer()),
      ),
    );
    expect(await fetching.md5()).toBe(md5(Buffer.concat(parts)));
  });

  it('sends the cookie of a stream to its host, but not where a playlist leads elsewhere', async () => {
    const asked: (string | undefined)[][] = [];
    const segment = await (await fetch(`${origin.url}/media/hls/muxed-0.ts`)).arrayBuffer();
    const listen = async (
      host: string,
      body: (url?: string) => string | Buffer,
    ): Promise<http.Server> => {
      const server = http.createServer(({ url, headers }, response) => {
        asked.push([host, url, headers.cookie]);
        response.writeHead(200, { 'content-type': 'video/mp2t' }).end(body(url));
      });
      await once(server.listen(0, host), 'listening');
      return server;
    };
    const urlOf = (server: http.Server): string => {
      const { address, port } = server.address() as AddressInfo;
      return `http://${address}:${port}`;
    };
    const far = await listen('127.0.0.2', (url) =>
      url === '/seg.ts' ? Buffer.from(segment) : '#EXTM3U\n#EXTINF:4,\n/seg.ts\n#EXT-X-ENDLIST\n',
    );
    const near = await listen(
      '127.0.0.1',
      () => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${urlOf(far)}/far.m3u8\n`,
    );
    const master = sourceStream({
      protocol: 'hls',
      url: `${urlOf(near)}/master.m3u8`,
      headers: { cookie: 'secret=1' },
    });
    await downloadStream(master, fetching.path(), {
      context: fetching.context(),
      renew: neverRenew,
    });
    await Promise.all(
      [near, far].map(
        (server) => new Promise((done) => (server.close(done), server.closeAllConnections())),
      ),
    );
    expect(asked).toEqual([
      ['127.0.0.1', '/master.m3u8', 'secret=1'],
      ['127.0.0.2', '/far.m3u8', undefined],
      ['127.0.0.2', '/seg.ts', undefined],
    ]);
  });

  it("ends with the signal's reason", async () => {
    const reason = new Error('shutdown');
    const running = downloadStream(file('/slow/video-1080.mp4?rate=100000'), fetching.path(), {
      context: fetching.context(),
      renew: neverRenew,
    });
    running.catch(() => undefined);
    await waitUntil(() => fetching.arrived > 0, 'some bytes');
    fetching.abort.abort(reason);
    await expect(running).rejects.toBe(reason);
  });
});
