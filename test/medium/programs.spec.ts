import { API, domainConfigSchema, serverConfigSchema } from '@dipper/contract';
import { refusalOf, failureOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { ProgramLinks, type ProgramName } from '../harness/program-links.js';
import { READY, untilReports } from '../harness/readiness.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let links: ProgramLinks;
let origin: Origin;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  links = await ProgramLinks.make();
  const env = { ...links.env, FILE_RETENTION_SECONDS: '90', EXTRACT_WARM_UP_SECONDS: '1' };
  [origin, server] = await Promise.all([startOrigin(), TestServer.start({ env })]);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close(), links.dispose()]);
});

async function json(path: string): Promise<unknown> {
  const response = await client.fetch(path);
  expect(response.status).toBe(200);
  return response.json();
}

describe('the configuration that pages read', () => {
  it('states the retention time and where the server runs', async () => {
    const config = serverConfigSchema.parse(await json(API.config));
    expect(config).toEqual({ file_retention_seconds: 90, environment: 'production' });
  });

  it('is that of the requested domain', async () => {
    const response = await client.fetch(API.domainConfig);
    const config = domainConfigSchema.parse(await response.json());
    expect(config).toMatchObject({ domain: '127.0.0.1', branding: { name: 'Dipper' } });
    expect(config.supportedPlatforms).toHaveLength(13);
    expect(response.headers.get('vary')).toMatch(/host/i);
  });
});

describe('readiness', () => {
  interface Readiness {
    readonly yt_dlp: { readonly way: string; readonly memory_bytes: number };
  }

  it('reports the yt-dlp in use and the memory use of the resident process', async () => {
    const { yt_dlp } = await waitUntil(async () => {
      const ready = (await (await client.fetch(API.ready)).json()) as Readiness;
      return ready.yt_dlp.way === 'resident' && ready;
    }, 'a resident yt-dlp');
    expect(yt_dlp).toMatchObject({
      origin: 'given',
      version: expect.stringMatching(/^\d{4}\.\d+\.\d+/) as string,
    });
    expect(yt_dlp.memory_bytes).toBeGreaterThan(20e6);
    expect(yt_dlp.memory_bytes).toBeLessThan(200e6);
  });

  it.each<ProgramName>(['yt-dlp', 'ffmpeg', 'ffprobe'])(
    'is lost without %s and returns with it, while the process stays healthy',
    async (name) => {
      const lacking = { ...READY, programs: 'failing' } as const;
      expect(await links.without(name, () => untilReports(server, lacking))).toBe(503);
      expect(await json(API.health)).toEqual({ status: 'ok' });
      expect(await untilReports(server, READY)).toBe(200);
    },
  );
});

describe('a program that goes missing while the server runs', () => {
  it('prevents reading pages until it is back: yt-dlp', async () => {
    const link = `${origin.url}/watch/muxed`;
    const refusal = await links.without('yt-dlp', () => client.searchRefusal(link));
    expect(refusal).toEqual(refusalOf('EXTRACTOR_MISSING'));
    expect((await client.search(link)).title).toContain('Muxed clip');
  });

  it.each([
    ['ffmpeg', '/dash/webm.mpd'],
    ['ffprobe', '/dash/mixed.mpd'],
  ] as const)('prevents making files until it is back: %s', async (name, path) => {
    const info = await client.search(origin.url + path);
    const task = taskOf(pick(info, ({ ext }) => ext === 'webm'));
    const failed = await links.without(name, () => client.merge(task));
    expect(failed).toMatchObject(failureOf('MUXER_MISSING'));
    expect(await server.onDisk('work')).toEqual([]);
    expect(await client.merge(task)).toMatchObject({ status: 'complete', progress: 100 });
  });
});

describe('a machine without the programs', () => {
  let bare: TestServer;

  beforeAll(async () => {
    bare = await TestServer.start({
      env: {
        PATH: '/nonexistent',
        FFMPEG_PATH: '',
        FFPROBE_PATH: '',
        YT_DLP_PATH: '/nonexistent/yt-dlp',
      },
    });
  });
  afterAll(() => bare.stop());

  it.each([
    ['yt-dlp', 'YT_DLP_PATH'],
    ['ffmpeg', 'FFMPEG_PATH'],
    ['ffprobe', 'FFPROBE_PATH'],
  ])('starts, and logs that %s is missing and which variable to set', async (name, variable) => {
    const line = `${name} was not found; install it, or set ${variable} to its path`;
    await waitUntil(() => bare.log.includes(line), line);
  });

  it('is not ready for load balancers', async () => {
    const response = await fetch(`${bare.url}/api/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      server: 'ok',
      programs: 'failing',
      yt_dlp: { version: null, origin: 'given', way: 'command', memory_bytes: null },
    });
  });

  it('reports the missing programs to visitors', async () => {
    const refusal = await new TestClient(bare).searchRefusal(`${origin.url}/watch/muxed`);
    expect(refusal).toEqual(refusalOf('EXTRACTOR_MISSING'));
  });
});
