import { refusalOf, failureOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { ProgramLinks } from '../harness/program-links.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let links: ProgramLinks;
let origin: Origin;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  links = await ProgramLinks.make();
  [origin, server] = await Promise.all([startOrigin(), TestServer.start({ env: links.env })]);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close(), links.dispose()]);
});

it('says which yt-dlp serves, and where it comes from', async () => {
  const ready: unknown = await (await fetch(`${server.url}/api/ready`)).json();
  const version = expect.stringMatching(/^\d{4}\.\d+\.\d+/) as string;
  expect(ready).toMatchObject({ programs: 'ok', yt_dlp: { version, origin: 'given' } });
});

describe('a program that goes missing while the server runs', () => {
  it('yt-dlp: pages cannot be read, and can again when it is back', async () => {
    const link = `${origin.url}/watch/muxed`;
    const refusal = await links.without('yt-dlp', () => client.searchRefusal(link));
    expect(refusal).toEqual(refusalOf('EXTRACTOR_MISSING'));
    expect((await client.search(link)).title).toContain('Muxed clip');
  });

  it.each([
    ['ffmpeg', '/dash/webm.mpd'],
    ['ffprobe', '/dash/mixed.mpd'],
  ] as const)('%s: files cannot be made, and can again when it is back', async (name, path) => {
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
  ])('starts, and says that %s is missing and what to set', async (name, variable) => {
    const line = `${name} was not found; install it, or set ${variable} to its path`;
    await waitUntil(() => bare.log.includes(line), line);
  });

  it('says so to balancers', async () => {
    const response = await fetch(`${bare.url}/api/ready`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      server: 'ok',
      programs: 'failing',
      yt_dlp: { version: null, origin: 'given', way: 'command', memory_bytes: null },
    });
  });

  it('says so to visitors', async () => {
    const refusal = await new TestClient(bare).searchRefusal(`${origin.url}/watch/muxed`);
    expect(refusal).toEqual(refusalOf('EXTRACTOR_MISSING'));
  });
});
