import { API, WAVEFORM_LENGTH, type Waveform, waveformSchema } from '@dipper/contract';
import { refusalOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import { TestServer } from '../harness/server.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let origin: Origin;
let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  [origin, server] = await Promise.all([startOrigin(), TestServer.start()]);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close()]);
});

async function newTask(path: string): Promise<string> {
  return taskOf(pick(await client.search(origin.url + path), ({ kind }) => kind === 'merge'));
}
async function waveformOf(task: string): Promise<Waveform> {
  return waveformSchema.parse(await (await client.fetch(API.waveform(task))).json());
}

it('the waveform of a file is there when the file is, and goes with it', async () => {
  expect(await client.refused(API.waveform('x'.repeat(32)))).toEqual(refusalOf('TASK_UNKNOWN'));
  const task = await newTask('/dash/webm.mpd');
  expect(await client.refused(API.waveform(task))).toEqual(refusalOf('FILE_NOT_READY'));
  await client.merge(task);
  const [first, second] = await Promise.all([waveformOf(task), waveformOf(task)]);
  expect(first.peaks).toHaveLength(WAVEFORM_LENGTH);
  expect(Math.max(...first.peaks)).toBeGreaterThan(0);
  expect(second).toEqual(first);
  expect(await server.onDisk('files')).toHaveLength(2);
  await rowsOf(server, `UPDATE merge_task SET expires_at = now() WHERE expires_at IS NOT NULL`);
  expect(await client.refused(API.waveform(task))).toEqual(refusalOf('FILE_EXPIRED'));
  // A start sweeps at once.
  await server.kill('SIGTERM');
  await server.run();
  expect(await server.onDisk('files')).toEqual([]);
});
