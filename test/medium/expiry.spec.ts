import { API, MESSAGES } from '@dipper/contract';
import { refusalOf } from '../harness/catalogue.js';
import { pick, refusal, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const RETENTION_SECONDS = 2;

let origin: Origin;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  const env = { FILE_RETENTION_SECONDS: String(RETENTION_SECONDS) };
  [origin, server] = await Promise.all([startOrigin(), TestServer.start({ env })]);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
});

async function newTask(path: string): Promise<string> {
  const info = await client.search(origin.url + path);
  return taskOf(pick(info, ({ kind }) => kind === 'merge'));
}

/** Waits until a task is told to be over. */
function untilGone(task: string): Promise<true> {
  return waitUntil(async () => (await client.fetch(API.status(task))).status === 404, 'the end');
}

describe('a file whose time is over', () => {
  let task: string;
  let expiresAt: number;

  beforeAll(async () => {
    task = await newTask('/dash/webm.mpd');
    const status = await client.merge(task);
    expiresAt = Date.parse(status.expires_at ?? '');
    expect(Math.abs(expiresAt - Date.now() - RETENTION_SECONDS * 1000)).toBeLessThan(1500);
    expect((await client.fetch(API.file(task))).status).toBe(200);
    await untilGone(task);
  });

  it('lives as long as it was said', () => {
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
  });

  it('is gone from the disk, and the task from the database but for its id', async () => {
    await waitUntil(async () => (await server.onDisk('files')).length === 0, 'the sweep of files');
    const traces = (): Promise<{ task_id: string }[]> =>
      rowsOf(
        server,
        `SELECT task_id FROM merge_task WHERE plan <> '{}' OR source_key <> '' OR file_id IS NOT NULL`,
      );
    await waitUntil(async () => (await traces()).length === 0, 'the sweep of tasks');
    expect(await server.onDisk('work')).toEqual([]);
  });

  it('is told to have expired, before the sweep and after', async () => {
    expect(refusalOf('FILE_EXPIRED')).toMatchObject({ status: 410, error: MESSAGES.merge.expired });
    expect(await client.refused(API.file(task))).toEqual(refusalOf('FILE_EXPIRED'));
    expect((await client.fetch(API.file(task), { method: 'HEAD' })).status).toBe(410);
  });

  it.each([
    ['status', () => client.fetch(API.status(task))],
    ['start', () => client.fetch(`${API.startMerge}?task_id=${task}`)],
    ['cancel', () => client.fetch(API.task(task), { method: 'DELETE' })],
  ])('%s does not know its task any more', async (_, ask) => {
    expect(await refusal(await ask())).toEqual(refusalOf('TASK_UNKNOWN'));
  });

  it('one that never was is not told to have expired', async () => {
    const forged = `${task.slice(0, -2)}${task.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await client.refused(API.file(forged))).toEqual(refusalOf('TASK_UNKNOWN'));
  });
});

describe('an id of ours whose task left nothing at all', () => {
  it('is told from one that never was', async () => {
    const task = await newTask('/dash/mixed.mpd');
    await rowsOf(server, 'DELETE FROM extraction');
    expect(await client.refused(API.file(task))).toEqual(refusalOf('FILE_EXPIRED'));
    expect(await client.refused(API.status(task))).toEqual(refusalOf('TASK_UNKNOWN'));
  });
});

describe('other ends', () => {
  it('a failed task is forgotten too', async () => {
    const task = await newTask('/dash/empty.mpd');
    expect((await client.merge(task)).status).toBe('error');
    await untilGone(task);
    expect(await client.refused(API.file(task))).toEqual(refusalOf('FILE_EXPIRED'));
  });

  it('a download that began before the end is finished', async () => {
    const task = await newTask('/dash/slow.mpd?rate=100000000');
    const { actual_sizes } = await client.merge(task);
    const response = await client.fetch(API.file(task));
    const reader = response.body?.getReader();
    let bytes = (await reader?.read())?.value?.length ?? 0;
    await untilGone(task);
    await waitUntil(async () => (await server.onDisk('files')).length === 0, 'the sweep of files');
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      bytes += (next.value as Uint8Array).length;
    }
    expect(bytes).toBe(actual_sizes.final_file);
  });
});
