import { mkdir, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  API,
  createTaskReplySchema,
  isFinal,
  type MergeStatus,
  STATUS_MESSAGES,
  type Wish,
} from '@dipper/contract';
import { failureOf, refusalOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { processesNaming } from '../harness/processes.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { countPackets } from '../origin/probe.js';

let origin: Origin;
let site: Site;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  // Allows only one run at a time, so that there is a queue.
  const env = { MERGE_CONCURRENCY: '1' };
  [origin, server] = await Promise.all([startOrigin(), TestServer.start({ env })]);
  site = await startSite(origin);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close(), site.close()]);
});
beforeEach(() => {
  site.mood = 'well';
  origin.forget();
});

async function newTask(link: string): Promise<string> {
  return taskOf(pick(await client.search(link), ({ kind }) => kind === 'merge'));
}

const fetched = (): string[] =>
  origin.requests
    .filter(({ path }) => path.startsWith('/media/'))
    .map(({ path, range }) => `${path} ${range ?? 'whole'}`);

const later = (status: MergeStatus): unknown => ({
  ...status,
  expires_in_seconds: expect.any(Number) as number,
});

async function bytesOf(task: string): Promise<Buffer> {
  return Buffer.from(await (await client.fetch(API.file(task))).arrayBuffer());
}

describe('a task', () => {
  it('is prepared, runs, completes, and can no longer be cancelled after that', async () => {
    const task = await newTask(`${origin.url}/dash/webm.mpd?a`);
    expect(await client.status(task)).toEqual({
      task_id: task,
      status: 'prepared',
      progress: 0,
      message: STATUS_MESSAGES.prepared,
      actual_sizes: { combined_streams: null, final_file: null },
      stage: null,
      speed: null,
      eta_seconds: null,
      queue_position: null,
      expires_at: null,
      expires_in_seconds: null,
      error_code: null,
      error_values: null,
      steps: null,
      damage: null,
      // These fields are unknown until the task is started.
      kind: null,
      entries: null,
    });

    const seen: MergeStatus[] = [];
    const before = Date.now();
    const started = await client.start(task);
    expect(['queued', 'processing']).toContain(started.status);
    const end = await client.waitFor(task, (status) => {
      seen.push(status);
      return isFinal(status.status);
    });

    const order = ['queued', 'processing', 'complete'];
    const places = seen.map(({ status }) => order.indexOf(status));
    expect(places).toEqual([...places].sort());
    expect(end).toMatchObject({ status: 'complete', progress: 100, stage: null, error_code: null });
    expect(end.message).toBe(STATUS_MESSAGES.complete);
    const ended = Date.parse(end.expires_at ?? '') - 3_600_000;
    expect(ended).toBeGreaterThanOrEqual(before);
    expect(ended).toBeLessThanOrEqual(Date.now());
    expect(end.actual_sizes.final_file).toBe((await bytesOf(task)).length);

    expect(await client.cancel(task)).toEqual(later(end));
    expect((await client.fetch(API.file(task))).status).toBe(200);
  });

  it('runs once, even if 50 clients start it together, and others during and after the run', async () => {
    const before = (await server.onDisk('files')).length;
    const task = await newTask(`${origin.url}/dash/webm.mpd?b`);
    origin.forget();
    const replies = await Promise.all(Array.from({ length: 50 }, () => client.start(task)));
    expect(replies.every(({ task_id }) => task_id === task)).toBe(true);
    expect(
      replies.filter(({ status }) => !['queued', 'processing', 'complete'].includes(status)),
    ).toEqual([]);
    await client.waitFor(task, ({ status }) => status === 'processing' || status === 'complete');
    await client.start(task);
    const end = await client.waitFor(task, ({ status }) => isFinal(status));

    const asked = fetched();
    expect(asked.length).toBeGreaterThan(1);
    expect(asked).toEqual([...new Set(asked)]);
    expect(await server.onDisk('files')).toHaveLength(before + 1);

    expect(await client.start(task)).toEqual({ task_id: task, status: 'complete' });
    expect(await client.status(task)).toEqual(later(end));
    expect(fetched()).toEqual(asked);
  });

  it('can be started again after it failed, or was cancelled before it started', async () => {
    site.mood = 'with-a-page';
    const task = await newTask(site.manifest('webm', 'anew'));
    const cancelled = await client.cancel(task);
    expect(cancelled).toMatchObject({ status: 'cancelled', progress: 0 });
    expect(await client.status(task)).toEqual(cancelled);
    expect(await client.merge(task)).toMatchObject(failureOf('NOT_MEDIA'));
    expect(await client.refused(API.file(task))).toEqual(refusalOf('FILE_NOT_READY'));
    site.mood = 'well';
    const end = await client.merge(task);
    expect(end).toMatchObject({ status: 'complete', progress: 100, error_code: null });
    expect(end.message).toBe(STATUS_MESSAGES.complete);
  });
});

it('a task keeps its progress when it fails', async () => {
  const end = await client.merge(await newTask(`${origin.url}/dash/truncated.mpd`));
  expect(end).toMatchObject({ status: 'error', error_code: 'SOURCE_DAMAGED' });
  expect(end.damage).toEqual([{ from_seconds: expect.any(Number) as number, to_seconds: null }]);
  expect(end.progress).toBeGreaterThan(10);
  expect(end.progress).toBeLessThan(100);
  expect(end).toMatchObject({ speed: null, eta_seconds: null, expires_at: null });
});

describe('a finished file that was deleted from the disk', () => {
  it('is refused as expired, and prepared again when the task is started again', async () => {
    const link = `${origin.url}/dash/webm.mpd?vanished`;
    const [task, twin] = [await newTask(link), await newTask(link)];
    await client.merge(task);
    // Every file contains its own id, so this proves that the file was made again.
    const whole = await bytesOf(task);
    await rm(join(server.dataDir, 'media/files'), { recursive: true });
    await mkdir(join(server.dataDir, 'media/files'));

    expect(await client.refused(API.file(task))).toEqual(refusalOf('FILE_EXPIRED'));
    expect(await client.status(task)).toMatchObject(failureOf('FILE_EXPIRED'));
    expect(await client.merge(task)).toMatchObject({ status: 'complete', progress: 100 });
    expect((await bytesOf(task)).length).toBe(whole.length);

    // A second task does not share the deleted file, although nobody has requested the file since
    // then.
    await rm(join(server.dataDir, 'media/files'), { recursive: true });
    await mkdir(join(server.dataDir, 'media/files'));
    expect((await client.start(task)).status).toBe('queued');
    expect(await client.merge(twin)).toMatchObject({ status: 'complete', progress: 100 });
    expect((await bytesOf(twin)).length).toBe(whole.length);
  });
});

describe('a finished file that was truncated on the disk', () => {
  it('is not served, and is prepared again', async () => {
    const task = await newTask(`${origin.url}/dash/webm.mpd?truncated`);
    await client.merge(task);
    const whole = await bytesOf(task);
    const folder = join(server.dataDir, 'media/files');
    const files = await readdir(folder);
    await Promise.all(files.map((name) => truncate(join(folder, name), 1000)));
    expect(await client.refused(API.file(task))).toEqual(refusalOf('FILE_EXPIRED'));
    expect(await client.merge(task)).toMatchObject({ status: 'complete', progress: 100 });
    expect((await bytesOf(task)).length).toBe(whole.length);
  });
});

describe('cancelling', () => {
  it('ends the run and leaves no files, after which the task can be started again', async () => {
    site.mood = 'slowly';
    const task = await newTask(site.manifest('webm', 'cancel'));
    await client.start(task);
    const reached = await client.waitFor(task, ({ progress }) => progress > 0);

    const cancelled = await client.cancel(task);
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      message: STATUS_MESSAGES.cancelled,
      stage: null,
    });
    expect(cancelled.progress).toBeGreaterThanOrEqual(reached.progress);
    await waitUntil(async () => (await server.onDisk('work')).length === 0, 'an empty work folder');
    expect(processesNaming(join(server.dataDir, 'media/work'))).toEqual([]);
    expect(await client.refused(API.file(task))).toEqual(refusalOf('TASK_CANCELLED'));
    expect(await client.cancel(task)).toEqual(cancelled);
    expect(await client.status(task)).toEqual(cancelled);

    site.mood = 'well';
    expect(await client.merge(task)).toMatchObject({ status: 'complete', progress: 100 });
  });
});

describe('the same link', () => {
  it('is read once for 30 simultaneous searches, and not again while the result is fresh', async () => {
    const asked = (path: string): number =>
      origin.requests.filter((one) => one.path === path).length;
    await client.search(`${origin.url}/watch/plain?once`);
    const forOne = asked('/watch/plain?once');
    expect(forOne).toBeGreaterThan(0);

    const link = `${origin.url}/watch/plain?many`;
    const replies = await Promise.all(Array.from({ length: 30 }, () => client.search(link)));
    expect(asked('/watch/plain?many')).toBe(forOne);
    const ids = replies.flatMap(({ formats }) => formats.flatMap(({ task_id }) => task_id ?? []));
    expect(ids.length).toBeGreaterThanOrEqual(60);
    expect(new Set(ids).size).toBe(ids.length);

    await client.search(link);
    expect(asked('/watch/plain?many')).toBe(forOne);
  });
});

describe('a second visitor who downloads the same format', () => {
  let first: string;
  let second: string;
  /** The requests that the second visitor caused at the origin. */
  let asked: string[];

  beforeAll(async () => {
    const link = `${origin.url}/dash/webm.mpd?shared`;
    first = await newTask(link);
    await client.merge(first);
    origin.forget();
    second = await newTask(link);
    await client.merge(second);
    asked = fetched();
  });

  it('gets the same bytes under a different task id, without another fetch', async () => {
    expect(second).not.toBe(first);
    expect(asked).toEqual([]);
    expect((await bytesOf(second)).equals(await bytesOf(first))).toBe(true);
  });

  it("keeps the file when the first visitor's file has expired", async () => {
    const expire = `UPDATE merge_task SET expires_at = now() WHERE task_id = '${first}'`;
    await rowsOf(server, expire);
    expect(await client.refused(API.file(first))).toEqual(refusalOf('FILE_EXPIRED'));
    expect((await client.fetch(API.file(second))).status).toBe(200);
  });
});

/** The approximate size of the origin's video-720.mp4. */
const VIDEO_BYTES = 9_500_000;

describe('a clip', () => {
  const create = (offer: string, recipe: Wish): Promise<Response> =>
    client.fetch(API.tasks, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ task_id: offer, recipe }),
    });

  it('of an item whose page states no duration is limited to the item, or refused if it starts after the end', async () => {
    const info = await client.search(`${origin.url}/media/muxed.mp4?clip`);
    expect(info.duration).toBeNull();
    const offer = info.formats[0]?.offer_id ?? '';
    const outside = await create(offer, { kind: 'clip', start: 100, end: 200 });
    expect({ ...((await outside.json()) as object), status: outside.status }).toEqual(
      refusalOf('CLIP_OUTSIDE', { seconds: origin.seconds }),
    );
    const cut = await create(offer, { kind: 'clip', start: 5, end: 200 });
    expect(cut.status).toBe(201);
    expect(createTaskReplySchema.parse(await cut.json()).filename).toMatch(/5s-12(\.\d+)?s/);
  });

  it('is cut exactly to the frame, and only its own byte ranges are fetched', async () => {
    const info = await client.search(`${origin.url}/dash/plain.mpd?clip`);
    const offer = taskOf(pick(info, ({ resolution }) => resolution === '720p'));
    origin.forget();
    const recipe: Wish = { kind: 'clip', start: 5.5, end: 6.5, as: 'video' };
    const response = await create(offer, recipe);
    const { task_id: task } = createTaskReplySchema.parse(await response.json());
    expect(await client.merge(task)).toMatchObject({ status: 'complete' });
    const video = origin.requests.filter(({ path }) => path.startsWith('/media/video-720.mp4'));
    const sent = video.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
    const folder = await mkdtemp(join(tmpdir(), 'dipper-clip-'));
    const file = join(folder, 'clip.mp4');
    await client.download(API.file(task), file);
    expect(sent).toBeLessThan(0.4 * VIDEO_BYTES);
    expect(await countPackets(file, 'v:0')).toBe(30);
    await rm(folder, { recursive: true });
  });
});
