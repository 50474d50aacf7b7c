import { API } from '@dipper/contract';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

/** Streams of 9.7 MB, which is more than the buffers between server and client hold. */
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

/** True if the server is alive but not ready for load balancers. */
async function isNotReady(client: TestClient): Promise<boolean> {
  const ready = await client.fetch(API.ready);
  const parts = (await ready.json()) as Record<string, string>;
  expect((await client.fetch(API.health)).status).toBe(200);
  return ready.status === 503 && parts['server'] === 'failing';
}

it('a server that gets a signal is no longer ready, but still completes a running download', async () => {
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

  // When npm runs the server, Ctrl-C sends two signals at the same time, which must count as one.
  process.kill(server.pid, 'SIGINT');
  const ended = server.kill('SIGTERM');
  await waitUntil(async () => !(await read()) && (await isNotReady(client)), 'a red ready');
  while (!(await read())) {
    // Read without a pause, because the server does not wait for clients that read almost nothing.
  }
  expect(bytes).toBe(Number(response.headers.get('content-length')));
  expect(await ended).toBeNull();
  // This shows that LOG_LEVEL is respected. Level 30 is info.
  expect(server.log).toContain('{"level":30,');
});
