import { API, MESSAGES, WAVEFORM_LENGTH, type Waveform, waveformSchema } from '@dipper/contract';
import { refusalOf } from '../harness/catalogue.js';
import { pick, refusal, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

/** This is long enough for four sweeps, and for a busy machine to use a file before it expires. */
const RETENTION_SECONDS = 40;

let origin: Origin;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  // This server has the default retention, so it sweeps at startup and not again during the tests.
  [origin, server] = await Promise.all([startOrigin(), TestServer.start()]);
  client = new TestClient(server);
});
afterAll(() => Promise.all([server.stop(), origin.close()]));

async function newTask(path: string): Promise<string> {
  const info = await client.search(origin.url + path);
  return taskOf(pick(info, ({ kind }) => kind === 'merge'));
}

describe('a file that expires', () => {
  let task: string;

  beforeAll(async () => {
    task = await newTask('/dash/webm.mpd');
  });

  it('has a waveform as soon as it is made', async () => {
    const read = async (): Promise<Waveform> =>
      waveformSchema.parse(await (await client.fetch(API.waveform(task))).json());
    expect(await client.refused(API.waveform('x'.repeat(32)))).toEqual(refusalOf('TASK_UNKNOWN'));
    expect(await client.refused(API.waveform(task))).toEqual(refusalOf('FILE_NOT_READY'));
    await client.merge(task);
    const [first, second] = await Promise.all([read(), read()]);
    expect(first.peaks).toHaveLength(WAVEFORM_LENGTH);
    expect(Math.max(...first.peaks)).toBeGreaterThan(0);
    expect(second).toEqual(first);
    // One entry is the file, and the other is its waveform.
    expect(await server.onDisk('files')).toHaveLength(2);
  });

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
        // The server sweeps when it starts.
        await server.kill('SIGTERM');
        await server.run({ FILE_RETENTION_SECONDS: String(RETENTION_SECONDS) });
      },
    ],
  ])('%s', (_, come) => {
    beforeAll(come);

    it('is refused as expired, and so is its waveform', async () => {
      expect(refusalOf('FILE_EXPIRED')).toMatchObject({
        status: 410,
        error: MESSAGES.merge.expired,
      });
      expect(await client.refused(API.file(task))).toEqual(refusalOf('FILE_EXPIRED'));
      expect((await client.fetch(API.file(task), { method: 'HEAD' })).status).toBe(410);
      expect(await client.refused(API.waveform(task))).toEqual(refusalOf('FILE_EXPIRED'));
    });

    it.each([
      ['status', () => client.fetch(API.status(task))],
      ['start', () => client.fetch(`${API.startMerge}?task_id=${task}`)],
      ['cancel', () => client.fetch(API.task(task), { method: 'DELETE' })],
    ])('makes the %s endpoint reply that the task is unknown', async (__, ask) => {
      expect(await refusal(await ask())).toEqual(refusalOf('TASK_UNKNOWN'));
    });

    it('is distinguished from a file that never existed', async () => {
      const forged = `${task.slice(0, -2)}${task.endsWith('AA') ? 'BB' : 'AA'}`;
      expect(await client.refused(API.file(forged))).toEqual(refusalOf('TASK_UNKNOWN'));
    });
  });

  it("is gone from the disk, and only its task's id is left in the database", async () => {
    expect(await server.onDisk('files')).toEqual([]);
    expect(await server.onDisk('work')).toEqual([]);
    expect(await traces()).toEqual([]);
  });

  it('is forgotten even if the file could never be made', async () => {
    const failed = await newTask('/dash/empty.mpd');
    expect((await client.merge(failed)).status).toBe('error');
    await isOver();
    expect(await client.refused(API.status(failed))).toEqual(refusalOf('TASK_UNKNOWN'));
    expect(await client.refused(API.file(failed))).toEqual(refusalOf('FILE_EXPIRED'));
  });

  it('is reported as expired even if its row is missing in the database', async () => {
    const gone = await newTask('/dash/mixed.mpd');
    await rowsOf(server, 'DELETE FROM extraction');
    expect(await client.refused(API.file(gone))).toEqual(refusalOf('FILE_EXPIRED'));
    expect(await client.refused(API.status(gone))).toEqual(refusalOf('TASK_UNKNOWN'));
  });
});

describe('a file on a running server', () => {
  it('expires when promised, and a download that began earlier still finishes', async () => {
    const task = await newTask('/dash/slow.mpd?rate=100000000');
    const before = Date.now();
    const { expires_at, actual_sizes } = await client.merge(task);
    const end = Date.parse(expires_at ?? '') - RETENTION_SECONDS * 1000;
    expect(end).toBeGreaterThanOrEqual(before);
    expect(end).toBeLessThanOrEqual(Date.now());

    const response = await client.fetch(API.file(task));
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    let bytes = (await reader?.read())?.value?.length ?? 0;
    await rowsOf(server, 'UPDATE merge_task SET expires_at = now()');
    expect((await client.fetch(API.status(task))).status).toBe(404);
    await waitUntil(async () => (await server.onDisk('files')).length === 0, 'the sweep');
    const headers = { range: `bytes=${bytes}-` };
    expect(await client.refused(API.file(task), { headers })).toEqual(refusalOf('FILE_EXPIRED'));
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      bytes += (next.value as Uint8Array).length;
    }
    expect(bytes).toBe(actual_sizes.final_file);
  });
});
