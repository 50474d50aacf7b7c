import { API } from '@dipper/contract';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { waitUntil } from '../harness/wait-until.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';
import { probe } from '../origin/probe.js';
import { Compose, hostAddress } from './compose.js';

/** The first start creates a database and waits for every health check. */
const START_MS = 240_000;

let origin: Origin;
let stack: Compose;
let client: TestClient;
let folder: string;

beforeAll(async () => {
  const host = await hostAddress();
  folder = await mkdtemp(join(tmpdir(), 'dipper-compose-'));
  origin = await startOrigin({ host, bigBytes: 60_000_000 });
  stack = await Compose.up({ EGRESS_ALLOW: `${host}:${origin.port}` });
  client = new TestClient(stack);
}, START_MS);
afterAll(async () => {
  await Promise.all([origin.close(), rm(folder, { recursive: true }), stack?.down()]);
}, START_MS);

const offerOf = async (manifest: string): Promise<string> =>
  taskOf(
    pick(await client.search(`${origin.url}/dash/${manifest}`), ({ kind }) => kind === 'merge'),
  );

it('turns a link into a saved file, through nginx, with its progress on a socket', async () => {
  const task = await offerOf('plain.mpd');
  const page = await Watcher.connect(stack);
  await page.watch(task);
  const end = await client.merge(task);
  const [last] = (await page.untilEnd(task)).slice(-1);
  page.close();
  expect(end).toMatchObject({ status: 'complete', progress: 100 });
  expect(last).toMatchObject({ status: 'complete' });

  const target = join(folder, 'file.mp4');
  const reply = await client.download(`${API.file(task)}?download=1`, target);
  expect((await stat(target)).size).toBe(end.actual_sizes.final_file);
  expect((await probe(target)).streams.map(({ codec }) => codec)).toEqual(['h264', 'aac']);
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  // Only nginx sends this form of ETag, so the file did not come through the api.
  expect(reply.headers.get('etag')).toMatch(/^"[\da-f]+-[\da-f]+"$/);
  const part = await fetch(`${stack.url}${API.file(task)}`, { headers: { range: 'bytes=10-19' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
});

it('finishes a task whose worker is killed, and keeps its file when everything restarts', async () => {
  const task = await offerOf('big.mpd');
  await client.start(task);
  await client.waitFor(task, ({ progress }) => progress > 5);
  await stack.kill('worker');
  await stack.run('up', '-d', '--no-build', 'worker');
  const end = await client.waitFor(task, ({ status }) => status === 'complete');
  await stack.run('restart', 'api', 'worker');
  const reply = await waitUntil(async () => {
    const answer = await fetch(`${stack.url}${API.file(task)}`, { method: 'HEAD' });
    return answer.ok ? answer : null;
  }, 'the file after the restart');
  expect(Number(reply.headers.get('content-length'))).toBe(end.actual_sizes.final_file);
});

it('runs without root, with a read-only file system, and reports every role as healthy', async () => {
  await waitUntil(
    async () => (await stack.health()).every((health) => health === 'healthy'),
    'every health check',
  );
  for (const service of ['api', 'worker', 'nginx']) {
    expect(await stack.exec(service, 'id -u; touch /probe 2>&1 || true')).toMatch(
      /^1000\n.*Read-only file system/,
    );
  }
  expect(await stack.exec('worker', 'cat /proc/1/comm')).toBe('tini\n');
});

it('keeps metrics and the database away from visitors', async () => {
  expect((await fetch(`${stack.url}/metrics`)).status).toBe(404);
  expect(await stack.published()).toEqual(['nginx']);
});
