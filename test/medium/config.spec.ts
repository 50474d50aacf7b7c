import { API, domainConfigSchema, serverConfigSchema } from '@dipper/contract';
import { TestClient } from '../harness/client.js';
import { ProgramLinks, type ProgramName } from '../harness/program-links.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';

const PROGRAMS: readonly ProgramName[] = ['yt-dlp', 'ffmpeg', 'ffprobe'];

let links: ProgramLinks;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  links = await ProgramLinks.make();
  server = await TestServer.start({ env: { ...links.env, FILE_RETENTION_SECONDS: '90' } });
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), links.dispose()]);
});

async function json(path: string): Promise<unknown> {
  const response = await client.fetch(path);
  expect(response.status).toBe(200);
  return response.json();
}

interface Readiness {
  readonly yt_dlp: { readonly way: string; readonly memory_bytes: number };
}

async function readiness(): Promise<Readiness> {
  return (await json(API.ready)) as Readiness;
}

describe('configuration', () => {
  it('tells how long files are kept, and where it runs', async () => {
    const config = serverConfigSchema.parse(await json(API.config));
    expect(config).toEqual({ file_retention_seconds: 90, environment: 'production' });
  });

  it('has a valid configuration for the domain it is asked under', async () => {
    const response = await client.fetch(API.domainConfig);
    const config = domainConfigSchema.parse(await response.json());
    expect(config).toMatchObject({ domain: '127.0.0.1', branding: { name: 'Dipper' } });
    expect(config.supportedPlatforms).toHaveLength(13);
    expect(response.headers.get('vary')).toMatch(/host/i);
  });
});

describe('operation', () => {
  const READY = { server: 'ok', database: 'ok', queue: 'ok', disk: 'ok', programs: 'ok' };

  it('is alive', async () => {
    expect(await json(API.health)).toEqual({ status: 'ok' });
  });

  it('is ready', async () => {
    expect(await json(API.ready)).toMatchObject(READY);
  });

  it('tells which yt-dlp serves, and how much memory it takes to keep it loaded', async () => {
    await waitUntil(async () => (await readiness()).yt_dlp.way === 'resident', 'a resident yt-dlp');
    const { yt_dlp } = await readiness();
    expect(yt_dlp).toMatchObject({
      origin: 'given',
      version: expect.stringMatching(/^\d{4}\./) as string,
    });
    expect(yt_dlp.memory_bytes).toBeGreaterThan(20e6);
    expect(yt_dlp.memory_bytes).toBeLessThan(200e6);
  });

  it.each(PROGRAMS)('is not ready without %s, and again when it is back', async (name) => {
    const response = await links.without(name, () => client.fetch(API.ready));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ ...READY, programs: 'failing' });
    expect(await json(API.health)).toEqual({ status: 'ok' });
    expect(await json(API.ready)).toMatchObject(READY);
  });
});
