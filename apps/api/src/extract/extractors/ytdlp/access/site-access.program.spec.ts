import { Logger } from '@nestjs/common';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEgressAllow } from '../../../../infra/egress/egress-policy.js';
import { EgressService } from '../../../../infra/egress/egress.service.js';
import { ForwardProxy } from '../../../../infra/egress/forward-proxy.js';
import { answerLookups } from '../../../../infra/egress/testing/answer-lookups.js';
import { RecordingProxy } from '../../../../infra/egress/testing/recording-proxy.js';
import type { Env } from '../../../../infra/env/env.module.js';
import type { DomainError } from '../../../../infra/errors/domain-error.js';
import { ProcessRegistry } from '../../../../infra/process/process-registry.js';
import { InstalledYtdlp } from '../program/installed-ytdlp.js';
import { siteOf } from '../../../../infra/sites/site.js';
import { SiteSettings } from '../../../../infra/sites/site-settings.js';
import { waitUntil } from '../../../../infra/testing/wait-until.js';
import { SourceClient } from '../../../../source/client/source-client.js';
import type { SourceInfo } from '../../../source-info.js';
import { CookieCopies } from './cookie-copies.js';
import { SiteAccess } from './site-access.js';
import { YtdlpExtractor } from '../ytdlp.extractor.js';
import { YtdlpRunner } from '../run/ytdlp.runner.js';

/** yt-dlp has no extractor for Castbox, so it accepts any page on this host. */
const SITE = 'castbox.fm';
const COOKIES = `# Netscape HTTP Cookie File\n.${SITE}\tTRUE\t/\tFALSE\t0\tsid\tsecret\n`;

interface Asked {
  readonly path: string;
  readonly host: string;
  readonly cookie: string | undefined;
  readonly port: number | undefined;
}

/**
 * These tests use the real yt-dlp, guard and settings. Every name resolves to an origin on
 * loopback.
 */
describe.each(['resident', 'command'] as const)('a run of yt-dlp (%s)', (way) => {
  const proxy = new RecordingProxy();
  /** The folder is kept for all tests, because one resident parent serves all jobs. */
  let base: string;
  let installed: InstalledYtdlp;
  let runner: YtdlpRunner;
  let folder: string;
  let origin: http.Server;
  let asked: Asked[];
  /** What the cookie folder contained while the origin was responding. */
  let during: string[];
  let silent: boolean;
  let warnings: jest.SpyInstance<void, [message: unknown, ...rest: unknown[]]>;
  let egress: EgressService;
  let forward: ForwardProxy;
  let extractor: YtdlpExtractor;

  const urlOf = (host: string, path: string): string =>
    `http://${host}:${(origin.address() as AddressInfo).port}${path}`;
  const inCookies = async (): Promise<string[]> => {
    const names = await readdir(join(folder, 'cookies'), { recursive: true }).catch(() => []);
    return names.filter((name) => name.endsWith('.txt'));
  };
  const read = async (url: string, signal = new AbortController().signal): Promise<SourceInfo> => {
    const found = await extractor.extract({ url, platform: null }, signal);
    if (found.kind !== 'item') {
      throw new Error('a list');
    }
    return found.item;
  };

  async function answer(
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    const { url = '', headers, socket } = request;
    const { host = '', cookie } = headers;
    asked.push({ path: url, host: host.split(':')[0] ?? '', cookie, port: socket.remotePort });
    during = await inCookies();
    if (silent) {
      return;
    }
    // A site may renew a session like this. The new cookie must not reach the original file.
    response.setHeader('Set-Cookie', `sid=renewed; Domain=${SITE}; Path=/`);
    if (url === '/page') {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<title>A page</title><video src="${urlOf(`cdn.${SITE}`, '/a.mp4')}"></video>`);
    } else if (url.endsWith('.m3u8')) {
      response.setHeader('Content-Type', 'application/vnd.apple.mpegurl');
      response.end('#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n/1.ts\n#EXT-X-ENDLIST\n');
    } else {
      response.setHeader('Content-Type', 'video/mp4');
      response.end(Buffer.alloc(2000));
    }
  }

  async function set(value: unknown): Promise<void> {
    await writeFile(join(folder, 'extraction.json'), JSON.stringify(value));
    const settings = new SiteSettings({ file: join(folder, 'extraction.json') });
    egress = new EgressService({
      allow: parseEgressAllow(`127.0.0.1/32, ${proxy.endpoint}`),
      ownHosts: [],
      ownEndpoints: [],
      proxyOf: (site) => settings.proxyOf(site),
    });
    forward = new ForwardProxy(egress);
    await forward.onModuleInit();
    const env = { DATA_DIR: folder } as Env;
    const access = new SiteAccess(settings, forward, new CookieCopies(env));
    extractor = new YtdlpExtractor(env, installed, runner, access, egress);
    // Call this after our servers have started, because they look up their own names.
    answerLookups(['127.0.0.1']);
  }

  beforeAll(async () => {
    await proxy.open();
    base = await mkdtemp(join(tmpdir(), 'dipper-access-'));
    const { YT_DLP_PATH } = process.env;
    const env = { DATA_DIR: base, EXTRACT_CONCURRENCY: 2, ROLE: 'all' } as Env;
    installed = new InstalledYtdlp({ DATA_DIR: base, YT_DLP_PATH });
    if (way === 'command') {
      const found = await installed.program();
      installed.program = () => Promise.resolve(found && { ...found, python: null });
    }
    const processes = new ProcessRegistry(env);
    processes.onModuleInit();
    runner = new YtdlpRunner(env, installed, processes);
  });
  afterAll(async () => {
    const { state } = runner;
    runner.onModuleDestroy();
    await rm(base, { recursive: true });
    await proxy.close();
    expect(state.way).toBe(way);
  });

  beforeEach(async () => {
    warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    [asked, during, silent] = [[], [], false];
    [proxy.asked, proxy.conduct] = [[], () => 'opens'];
    proxy.ports.clear();
    folder = await mkdtemp(join(tmpdir(), 'dipper-access-'));
    await writeFile(join(folder, 'castbox.txt'), COOKIES, { mode: 0o600 });
    origin = http.createServer((request, response) => void answer(request, response));
    await once(origin.listen(0, '127.0.0.1'), 'listening');
  });

  afterEach(async () => {
    const logged = JSON.stringify(warnings.mock.calls);
    jest.restoreAllMocks();
    await forward.onApplicationShutdown();
    await egress.onApplicationShutdown();
    origin.closeAllConnections();
    await new Promise((done) => origin.close(done));
    await rm(folder, { recursive: true });
    expect(logged).not.toMatch(/secret|renewed|p@ss|p%40ss|Basic /);
  });

  it("gets a copy of its site's cookies, and leaves the original unchanged", async () => {
    await set({ platforms: { castbox: { cookies: 'castbox.txt' } } });
    const file = join(folder, 'castbox.txt');
    const before = await stat(file);
    const { formats, title } = await read(urlOf(SITE, '/page'));
    expect(asked.map(({ cookie }) => cookie?.startsWith('sid='))).not.toContain(false);
    expect(asked[0]).toMatchObject({ path: '/page', cookie: 'sid=secret' });
    expect([title, during.length]).toEqual(['A page', 1]);
    expect(await inCookies()).toEqual([]);
    expect(await readFile(file, 'utf8')).toBe(COOKIES);
    expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
    // The cookies are only for the site's media hosts. The formats that are sent to visitors
    // contain no headers.
    expect(formats.map(({ headers }) => headers['cookie'])).toEqual(['sid=renewed']);
  });

  it('gets no cookies for another site, nor for a look-alike name', async () => {
    await set({ platforms: { castbox: { cookies: 'castbox.txt' } } });
    const others = ['lizhi.fm', `${SITE}.evil.example`, 'notcastbox.fm'];
    await Promise.all(others.map((host) => read(urlOf(host, '/page'))));
    expect(asked.map(({ host }) => host)).toEqual(expect.arrayContaining(others));
    expect(asked.map(({ cookie = '' }) => cookie)).not.toContain('sid=secret');
    expect(during).toEqual([]);
  });

  it('leaves no copy behind when it is killed', async () => {
    await set({ platforms: { castbox: { cookies: 'castbox.txt' } } });
    silent = true;
    const leaving = new AbortController();
    const reading = read(urlOf(SITE, '/page'), leaving.signal).catch((error: DomainError) => error);
    await waitUntil(() => asked.length > 0, 'the question');
    expect(await inCookies()).toHaveLength(1);
    leaving.abort();
    expect(await reading).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await inCookies()).toEqual([]);
    expect(await readFile(join(folder, 'castbox.txt'), 'utf8')).toBe(COOKIES);
  });

  it("sends all its requests, and those for the media, through its site's proxy", async () => {
    await set({ platforms: { castbox: { proxy: proxy.url } } });
    const page = urlOf(SITE, '/talk.m3u8');
    const { formats, durationSeconds } = await read(page);
    const [format] = formats;
    if (format === undefined) {
      throw new Error('no format');
    }
    const media = { ...format, url: urlOf('media.cdn.example', '/1.ts') };
    const client = new SourceClient(egress).via(siteOf(page));
    await (await client.open(media, { signal: new AbortController().signal })).body.dump();
    expect(durationSeconds).toBe(9);
    expect(asked.map(({ host }) => host)).toEqual(
      expect.arrayContaining([SITE, 'media.cdn.example']),
    );
    expect(asked.map(({ port }) => proxy.ports.has(port ?? 0))).not.toContain(false);
    const address = new URL(urlOf('127.0.0.1', '/')).host;
    expect(new Set(proxy.asked)).toEqual(new Set([address]));
  });

  // These cases are decided before yt-dlp runs, or by the proxy, so testing one way of running it
  // is enough.
  if (way === 'resident') {
    it('runs without cookies if their file is gone', async () => {
      await set({ platforms: { castbox: { cookies: 'castbox.txt' } } });
      await rm(join(folder, 'castbox.txt'));
      await read(urlOf(SITE, '/page'));
      expect(asked[0]?.cookie).toBeUndefined();
    });

    it.each([
      ['that refuses the credentials', () => (proxy.conduct = () => 407)],
      ['that drops the connection', () => (proxy.conduct = () => 'breaks off')],
    ] as const)('reports a failed source behind a proxy %s', async (_, misbehave) => {
      await set({ proxy: proxy.url });
      misbehave();
      await expect(read(urlOf(SITE, '/page'))).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
      expect(asked).toEqual([]);
    });

    it('reaches no private address through a proxy', async () => {
      await set({ proxy: proxy.url });
      await expect(read('http://10.0.0.1/page')).rejects.toMatchObject({
        code: 'ADDRESS_NOT_ALLOWED',
      });
      expect(proxy.asked).toEqual([]);
    });
  }
});
