import { API } from '@dipper/contract';
import { join } from 'node:path';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { descendantsOf, isAlive } from '../harness/processes.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

/** Joins nothing, ever. */
const HANGING_FFMPEG = join(__dirname, '../fakes/bin/ffmpeg');
/** Streams of 9.7 MB: more than the buffers between a server and its visitor hold. */
const LARGE = '/dash/slow.mpd?rate=1000000000';

let origin: Origin;
let server: TestServer;

beforeAll(async () => {
  origin = await startOrigin();
});
afterEach(() => server.stop());
afterAll(() => origin.close());

async function taskFor(client: TestClient, path: string): Promise<string> {
  const info = await client.search(origin.url + path);
  return taskOf(pick(info, ({ kind }) => kind === 'merge'));
}

/** True when balancers are told to send nobody here, while the process is alive. */
async function isNotReady(client: TestClient): Promise<boolean> {
  const ready = await client.fetch(API.ready);
  const parts = (await ready.json()) as Record<string, string>;
  expect((await client.fetch(API.health)).status).toBe(200);
  return ready.status === 503 && parts['server'] === 'failing';
}

it('a signal turns ready red at once, and a download under way ends whole', async () => {
  server = await TestServer.start({ env: { LOG_LEVEL: 'info' } });
  const client = new TestClient(server);
  const task = await taskFor(client, LARGE);
  await client.merge(task);
  const response = await client.fetch(API.file(task));
  const reader = response.body?.getReader();
  let bytes = 0;
  const read = async (): Promise<boolean> => {
    const piece = await reader?.read();
    bytes += piece?.value?.length ?? 0;
    return piece?.done === true;
  };
  await read();

  // Ctrl-C under npm comes twice at once, and is one wish to end in order.
  process.kill(server.pid, 'SIGINT');
  const ended = server.kill('SIGTERM');
  await waitUntil(async () => !(await read()) && (await isNotReady(client)), 'a red ready');
  while (!(await read())) {
    // Without a pause: who takes next to nothing is not waited for.
  }
  expect(bytes).toBe(Number(response.headers.get('content-length')));
  expect(await ended).toBeNull();
  // LOG_LEVEL is heeded: level 30 is info.
  expect(server.log).toContain('{"level":30,');
});

it('a second signal ends the process at once, with its children', async () => {
  server = await TestServer.start({ env: { FFMPEG_PATH: HANGING_FFMPEG } });
  const client = new TestClient(server);
  const task = await taskFor(client, '/dash/webm.mpd');
  await client.start(task);
  const work = join(server.dataDir, 'media/work');
  const children = await waitUntil(() => {
    const found = descendantsOf(server.pid);
    return found.some(({ commandLine }) => commandLine.includes(work)) ? found : null;
  }, 'the muxer');
  process.kill(server.pid, 'SIGTERM');
  await waitUntil(() => isNotReady(client), 'a red ready');
  let isGone = false;
  const gone = server.kill('SIGTERM').then(() => (isGone = true));
  await waitUntil(() => isGone || (process.kill(server.pid, 'SIGTERM'), false), 'its end');
  await gone;
  await waitUntil(() => !children.some(isAlive), 'the end of its children');
  // A shutdown in order would have handed the task back, and cleared up.
  expect(await server.onDisk('work')).toHaveLength(1);
  expect(server.log).not.toContain('{"level":30,');
});
