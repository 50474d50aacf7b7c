import { API, isFinal } from '@dipper/contract';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { SEGMENTS, type SegmentedSite, startSegmentedSite } from '../harness/segmented-site.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';

/** The first segment that the site holds back until the server has ended. */
const HELD = 10;

let site: SegmentedSite;
let server: TestServer;
let client: TestClient;

/** The file from an undisturbed run, to which the other files must be equal. */
let whole: string;

beforeAll(async () => {
  [site, server] = await Promise.all([startSegmentedSite(), TestServer.start()]);
  client = new TestClient(server);
  whole = await findTask('whole');
  await client.merge(whole);
});
afterAll(async () => {
  await Promise.all([server.stop(), site.close()]);
});

async function findTask(variant: string): Promise<string> {
  return taskOf(pick(await client.search(site.playlist(variant)), ({ kind }) => kind === 'hls'));
}

/** Returns how many segments have been appended, according to the notes in the work folders. */
async function noted(): Promise<number> {
  const work = join(server.dataDir, 'media', 'work');
  const names = (await readdir(work, { recursive: true })).filter((name) => name.endsWith('.note'));
  const counts = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(work, name), 'utf8').catch(() => '{"about":{"pieces":[]}}');
      return (JSON.parse(text) as { about: { pieces: unknown[] } }).about.pieces.length;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

async function digestOf(task: string): Promise<string> {
  const file = Buffer.from(await (await client.fetch(API.file(task))).arrayBuffer());
  return createHash('sha256').update(file).digest('hex');
}

it('resumes HLS with new URLs after SIGKILL, and fetches only one segment again', async () => {
  site.holdFrom = HELD;
  const task = await findTask('resumed');
  await client.start(task);
  // The last segment to arrive is not appended yet, because it is checked against the next one.
  await waitUntil(async () => (await noted()) === HELD - 1, 'the segments, with a note');
  const { progress } = await client.status(task);
  await server.kill('SIGKILL');
  expect(await noted()).toBe(HELD - 1);

  site.asked.splice(0);
  site.holdFrom = Infinity;
  site.expireOnce();
  await server.run();
  const end = await client.waitFor(task, ({ status }) => isFinal(status), progress);
  expect(end).toMatchObject({ status: 'complete' });
  const served = site.asked.filter(({ status }) => status === 200);
  const missing = Array.from({ length: SEGMENTS - HELD + 2 }, (_, at) => HELD - 2 + at);
  expect(served.map(({ segment }) => segment).sort((a, b) => a - b)).toEqual(missing);
  expect(site.asked.some(({ status }) => status === 403)).toBe(true);
  expect(await server.onDisk('work')).toEqual([]);

  expect(await digestOf(task)).toBe(await digestOf(whole));
  const sizes = async (of: string): Promise<unknown> => (await client.status(of)).actual_sizes;
  expect(await sizes(task)).toEqual(await sizes(whole));
});
