import { API, relayPath } from '@dipper/contract';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { countPackets, probe } from '../origin/probe.js';

/**
 * The Node release that the README recommends, and which no other spec uses. `npm test` downloads
 * it if possible. Otherwise this spec uses the Node that runs the tests.
 */
const LTS = process.env['DIPPER_TEST_LTS_NODE'];

let origin: Origin;
let folder: string;

beforeAll(async () => {
  origin = await startOrigin();
  folder = await mkdtemp(join(tmpdir(), 'dipper-main-job-'));
});
afterAll(() => Promise.all([origin.close(), rm(folder, { recursive: true })]));

describe(`the main job on ${LTS ? 'the long-term support release' : 'the Node that runs the tests'}`, () => {
  let server: TestServer;
  let client: TestClient;

  beforeAll(async () => {
    server = LTS ? await TestServer.start({ node: LTS }) : await TestServer.shared();
    client = new TestClient(server);
  });
  afterAll(() => server.stop());

  it('turns a link into a saved file, reporting progress by socket and by polling', async () => {
    const format = pick(
      await client.search(`${origin.url}/dash/plain.mpd`),
      ({ resolution }) => resolution === '1080p',
    );
    const task = taskOf(format);
    const page = await Watcher.connect(server);
    await page.watch(task);
    const polled = await client.merge(task);
    const [last] = (await page.untilEnd(task)).slice(-1);
    page.close();
    expect(polled).toMatchObject({ status: 'complete', progress: 100 });
    expect(last).toMatchObject(polled);

    const target = join(folder, 'file.mp4');
    await client.download(API.file(task), target);
    expect((await stat(target)).size).toBe(polled.actual_sizes.final_file);
    expect((await probe(target)).streams.map(({ codec }) => codec)).toEqual(['h264', 'aac']);
    const sources = [
      ['v:0', 'video-1080.mp4'],
      ['a:0', 'audio.m4a'],
    ] as const;
    for (const [stream, name] of sources) {
      const source = await countPackets(`${origin.url}/media/${name}`, stream);
      expect(await countPackets(target, stream)).toBe(source);
    }
  });

  it('relays a plain file byte for byte, whole and in part', async () => {
    const { url } = pick(
      await client.search(`${origin.url}/watch/muxed`),
      ({ kind }) => kind === 'direct',
    );
    const bytesOf = async (response: Response): Promise<Buffer> =>
      Buffer.from(await response.arrayBuffer());
    const original = await bytesOf(await fetch(`${origin.url}/media/muxed.mp4`));
    const whole = await bytesOf(await client.fetch(relayPath(url)));
    expect(whole.equals(original)).toBe(true);
    const part = await client.fetch(relayPath(url), { headers: { range: 'bytes=1000-' } });
    expect(part.status).toBe(206);
    expect((await bytesOf(part)).equals(original.subarray(1000))).toBe(true);
  });
});
