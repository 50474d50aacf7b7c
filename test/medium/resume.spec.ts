import { API, isFinal } from '@dipper/contract';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const BIG_BYTES = 10_000_000;
const ENOUGH_BYTES = 600_000;
/** Each request overlaps the bytes on disk by this much, so that the server can compare them. */
const OVERLAP_BYTES = 1024;

let origin: Origin;
let site: Site;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  [origin, server] = await Promise.all([startOrigin({ bigBytes: BIG_BYTES }), TestServer.start()]);
  site = await startSite(origin);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close(), site.close()]);
});

async function slowTask(variant: string): Promise<string> {
  site.mood = 'slowly';
  const info = await client.search(site.manifest('big', variant));
  const task = taskOf(pick(info, ({ kind }) => kind === 'merge'));
  await client.start(task);
  return task;
}

/**
 * Returns how many bytes have been fetched according to the notes in the work folders; 0 while
 * there are no notes.
 */
async function noted(): Promise<number> {
  const work = join(server.dataDir, 'media', 'work');
  const names = await readdir(work, { recursive: true });
  const notes = names.filter((name) => name.endsWith('.note'));
  const sizes = await Promise.all(
    notes.map(async (name) => {
      const text = await readFile(join(work, name), 'utf8').catch(() => '{"about":{"arrived":0}}');
      return (JSON.parse(text) as { about: { arrived: number } }).about.arrived;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Returns how many bytes were requested from the origin, without the overlaps. On a busy machine, a
 * connection may be dropped before its bytes arrive. They are then requested again, but counted
 * only once.
 */
function asked(): number {
  const ends = new Map<string, number>();
  return origin.requests
    .map(({ path, range }) => {
      const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
      const first = Number(from ?? NaN);
      return { path, first: first + Math.min(first, OVERLAP_BYTES), end: Number(last) + 1 };
    })
    .sort((a, b) => a.first - b.first)
    .reduce((sum, { path, first, end }) => {
      const known = ends.get(path) ?? 0;
      ends.set(path, Math.max(known, end));
      // The sum becomes NaN if a request has no range.
      return sum + Math.max(0, end - Math.max(first, known));
    }, 0);
}

async function digestOf(task: string): Promise<string> {
  const file = Buffer.from(await (await client.fetch(API.file(task))).arrayBuffer());
  return createHash('sha256').update(file).digest('hex');
}

/**
 * Kills the server once enough is fetched, and starts a new one. @returns how many bytes had been
 * fetched by then
 */
async function dieAndGoOn(task: string): Promise<number> {
  await waitUntil(async () => (await noted()) > ENOUGH_BYTES, 'some bytes, with a note');
  const { progress } = await client.status(task);
  await server.kill('SIGKILL');
  const kept = await noted();
  site.mood = 'well';
  // The last requests of the killed server may still be on their way to the origin.
  await site.settled();
  origin.forget();
  await server.run();
  const end = await client.waitFor(task, ({ status }) => isFinal(status), progress);
  expect(end).toMatchObject({ status: 'complete' });
  return kept;
}

it('fetches nothing twice after SIGKILL', async () => {
  const task = await slowTask('killed');
  const kept = await dieAndGoOn(task);
  const total = (await client.status(task)).actual_sizes.combined_streams ?? 0;
  expect(kept).toBeGreaterThan(ENOUGH_BYTES);
  expect(asked()).toBe(total - kept);
  expect(await server.onDisk('work')).toEqual([]);

  const other = await client.search(site.manifest('big', 'anew'));
  const whole = taskOf(pick(other, ({ kind }) => kind === 'merge'));
  await client.merge(whole);
  expect(await digestOf(task)).toBe(await digestOf(whole));
});

it('fetches nothing twice after SIGTERM, and cancelling the waiting task leaves no files', async () => {
  const [task, waiting] = [await slowTask('handed-back'), await slowTask('waits')];
  await waitUntil(async () => (await noted()) > ENOUGH_BYTES, 'some bytes, with a note');
  const { progress } = await client.status(task);
  await server.kill('SIGTERM');
  expect(await server.onDisk('work')).toHaveLength(2);
  const kept = await noted();

  // There is only one slot, so the other task waits.
  origin.forget();
  const small = await TestServer.start({ beside: server, env: { MERGE_CONCURRENCY: '1' } });
  const visitor = new TestClient(small);
  await visitor.waitFor(task, ({ status }) => status === 'processing');
  expect(await server.onDisk('work')).toHaveLength(2);
  await visitor.cancel(waiting);
  await waitUntil(async () => (await server.onDisk('work')).length === 1, 'one folder less');
  site.mood = 'well';
  const end = await visitor.waitFor(task, ({ status }) => isFinal(status), progress);
  expect(end).toMatchObject({ status: 'complete' });
  expect(await server.onDisk('work')).toEqual([]);
  expect(kept).toBeGreaterThan(ENOUGH_BYTES);
  await small.stop();
});
