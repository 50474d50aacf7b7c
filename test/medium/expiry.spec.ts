import { API, MESSAGES } from '@dipper/contract';
import { refusalOf } from '../harness/catalogue.js';
import { pick, refusal, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const HOUR_SECONDS = 3600;
/** Of the server that sweeps by itself, four times in it: a busy machine is done with its look before that. */
const SHORT_SECONDS = 20;

let origin: Origin;

beforeAll(async () => {
  origin = await startOrigin();
});
afterAll(() => origin.close());

async function newTask(client: TestClient, path: string): Promise<string> {
  const info = await client.search(origin.url + path);
  return taskOf(pick(info, ({ kind }) => kind === 'merge'));
}

describe('a file whose time is over', () => {
  let server: TestServer;
  let client: TestClient;
  let task: string;

  beforeAll(async () => {
    server = await TestServer.start({ env: { FILE_RETENTION_SECONDS: String(HOUR_SECONDS) } });
    client = new TestClient(server);
    task = await newTask(client, '/dash/webm.mpd');
    await client.merge(task);
  });
  afterAll(() => server.stop());

  const isOver = (): Promise<unknown> =>
    rowsOf(server, `UPDATE merge_task SET expires_at = now() WHERE expires_at IS NOT NULL`);
  const traces = (): Promise<{ task_id: string }[]> =>
    rowsOf(
      server,
      `SELECT task_id FROM merge_task WHERE recipe <> '{}' OR share_key <> '' OR file_id IS NOT NULL`,
    );

  describe.each([
    ['before the sweep', isOver],
    [
      'after the sweep',
      async () => {
        // A start sweeps at once.
        await server.kill('SIGTERM');
        await server.run();
      },
    ],
  ])('%s', (_, come) => {
    beforeAll(come);

    it('is told to have expired', async () => {
      expect(refusalOf('FILE_EXPIRED')).toMatchObject({
        status: 410,
        error: MESSAGES.merge.expired,
      });
      expect(await client.refused(API.file(task))).toEqual(refusalOf('FILE_EXPIRED'));
      expect((await client.fetch(API.file(task), { method: 'HEAD' })).status).toBe(410);
    });

    it.each([
      ['status', () => client.fetch(API.status(task))],
      ['start', () => client.fetch(`${API.startMerge}?task_id=${task}`)],
      ['cancel', () => client.fetch(API.task(task), { method: 'DELETE' })],
    ])('%s does not know its task any more', async (__, ask) => {
      expect(await refusal(await ask())).toEqual(refusalOf('TASK_UNKNOWN'));
    });

    it('one that never was is not told to have expired', async () => {
      const forged = `${task.slice(0, -2)}${task.endsWith('AA') ? 'BB' : 'AA'}`;
      expect(await client.refused(API.file(forged))).toEqual(refusalOf('TASK_UNKNOWN'));
    });
  });

  it('is gone from the disk, and the task from the database but for its id', async () => {
    expect(await server.onDisk('files')).toEqual([]);
    expect(await server.onDisk('work')).toEqual([]);
    expect(await traces()).toEqual([]);
  });

  it('that could not be made is forgotten too', async () => {
    const failed = await newTask(client, '/dash/empty.mpd');
    expect((await client.merge(failed)).status).toBe('error');
    await isOver();
    expect(await client.refused(API.status(failed))).toEqual(refusalOf('TASK_UNKNOWN'));
    expect(await client.refused(API.file(failed))).toEqual(refusalOf('FILE_EXPIRED'));
  });

  it('and of which nothing at all is left is told from one that never was', async () => {
    const gone = await newTask(client, '/dash/mixed.mpd');
    await rowsOf(server, 'DELETE FROM extraction');
    expect(await client.refused(API.file(gone))).toEqual(refusalOf('FILE_EXPIRED'));
    expect(await client.refused(API.status(gone))).toEqual(refusalOf('TASK_UNKNOWN'));
  });
});

describe('a file while time passes', () => {
  let server: TestServer;
  let client: TestClient;

  beforeAll(async () => {
    server = await TestServer.start({ env: { FILE_RETENTION_SECONDS: String(SHORT_SECONDS) } });
    client = new TestClient(server);
  });
  afterAll(() => server.stop());

  it('lives as long as it was said, and a download that began before its end is finished', async () => {
    const task = await newTask(client, '/dash/slow.mpd?rate=100000000');
    const before = Date.now();
    const { expires_at, actual_sizes } = await client.merge(task);
    const end = Date.parse(expires_at ?? '') - SHORT_SECONDS * 1000;
    expect(end).toBeGreaterThanOrEqual(before);
    expect(end).toBeLessThanOrEqual(Date.now());

    const response = await client.fetch(API.file(task));
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    let bytes = (await reader?.read())?.value?.length ?? 0;
    await rowsOf(server, 'UPDATE merge_task SET expires_at = now()');
    expect((await client.fetch(API.status(task))).status).toBe(404);
    // A running server sweeps by itself.
    await waitUntil(async () => (await server.onDisk('files')).length === 0, 'the sweep');
    const headers = { range: `bytes=${bytes}-` };
    expect(await client.refused(API.file(task), { headers })).toEqual(refusalOf('FILE_EXPIRED'));
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      bytes += (next.value as Uint8Array).length;
    }
    expect(bytes).toBe(actual_sizes.final_file);
  });
});
