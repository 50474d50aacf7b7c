import { API, isFinal, type MergeStatus, startMergeReplySchema } from '@dipper/contract';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { Watcher } from '../harness/watcher.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let origin: Origin;
let site: Site;
let server: TestServer;
let client: TestClient;
let made = 0;

beforeAll(async () => {
  const env = { MERGE_CONCURRENCY: '2' };
  [origin, server] = await Promise.all([startOrigin(), TestServer.start({ env })]);
  site = await startSite(origin);
  client = new TestClient(server);
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close(), site.close()]);
});

async function taskFor(link: string): Promise<string> {
  return taskOf(pick(await client.search(link), ({ kind }) => kind === 'merge'));
}

/**
 * Makes tasks for one page, which is read once. The page's video stream arrives at 2 KB/s per
 * connection.
 */
async function slowTasks(count: number): Promise<string[]> {
  const tasks: string[] = [];
  while (tasks.length < count) {
    tasks.push(await taskFor(`${origin.url}/dash/slow.mpd?rate=2000`));
  }
  return tasks;
}

const fastTask = (): Promise<string> => taskFor(`${origin.url}/dash/webm.mpd?${(made += 1)}`);

async function start(task: string, visitor: number): Promise<void> {
  const headers = { 'x-forwarded-for': `198.51.100.${visitor}` };
  const response = await client.fetch(`${API.startMerge}?task_id=${task}`, { headers });
  startMergeReplySchema.parse(await response.json());
}

const states = async (tasks: readonly string[]): Promise<MergeStatus['status'][]> =>
  Promise.all(tasks.map(async (task) => (await client.status(task)).status));
const isRunning = ({ status }: MergeStatus): boolean => status === 'processing';
const hasEnded = ({ status }: MergeStatus): boolean => isFinal(status);

/** Cancels tasks, and waits until their runs have removed all files. */
async function cancelAll(tasks: readonly string[]): Promise<void> {
  for (const task of tasks) {
    expect(await client.cancel(task)).toMatchObject({ status: 'cancelled' });
  }
  await waitUntil(async () => (await server.onDisk('work')).length === 0, 'empty work folders');
}

describe('slow sources', () => {
  it('let a fast task pass if they hold all slots, and then continue where they were', async () => {
    const slow = await slowTasks(2);
    const fast = await fastTask();
    for (const task of slow) {
      await start(task, 1);
      await client.waitFor(task, isRunning);
    }
    await start(fast, 2);
    expect(await client.waitFor(fast, hasEnded)).toMatchObject({ status: 'complete' });
    expect(await states(slow)).toEqual(['processing', 'processing']);
    for (const task of slow) {
      const { progress } = await client.status(task);
      await client.waitFor(task, (status) => status.progress > progress, progress);
    }
    await cancelAll(slow);
  });

  it('do not keep a sixth visitor waiting if five others use them', async () => {
    const slow = await slowTasks(5);
    const fast = await fastTask();
    await Promise.all(slow.map((task, at) => start(task, 10 + at)));
    await start(fast, 2);
    expect(await client.waitFor(fast, hasEnded)).toMatchObject({ status: 'complete' });
    expect((await states(slow)).some((status) => isFinal(status))).toBe(false);
    await cancelAll(slow);
  });

  it('are finished once they become fast, including those beyond the slots', async () => {
    site.mood = 'slowly';
    const tasks: string[] = [];
    for (const variant of [1, 2, 3]) {
      const task = await taskFor(site.manifest('webm', `later ${variant}`));
      await start(task, variant);
      tasks.push(task);
    }
    // Three tasks run concurrently on two slots.
    for (const task of tasks) {
      await client.waitFor(task, isRunning);
    }
    site.mood = 'well';
    for (const task of tasks) {
      expect(await client.waitFor(task, hasEnded)).toMatchObject({ status: 'complete' });
    }
    expect(await server.onDisk('work')).toEqual([]);
  });

  it('are all fetched again after a crash', async () => {
    site.mood = 'slowly';
    const tasks: string[] = [];
    for (const variant of [1, 2, 3]) {
      const task = await taskFor(site.manifest('webm', `crash ${variant}`));
      await start(task, variant);
      tasks.push(task);
    }
    for (const task of tasks) {
      await client.waitFor(task, isRunning);
    }
    await server.kill('SIGKILL');
    site.mood = 'well';
    await server.run();
    for (const task of tasks) {
      expect(await client.waitFor(task, hasEnded)).toMatchObject({ status: 'complete' });
    }
    expect(await server.onDisk('work')).toEqual([]);
  });

  it('release their slots when their tasks are cancelled', async () => {
    const held = await slowTasks(3);
    for (const task of held) {
      await start(task, 1);
      await client.waitFor(task, isRunning);
    }
    await cancelAll(held);
    const fast = [await fastTask(), await fastTask()];
    for (const task of fast) {
      await start(task, 1);
    }
    for (const task of fast) {
      expect(await client.waitFor(task, hasEnded)).toMatchObject({ status: 'complete' });
    }
  });
});

describe('a visitor with many tasks', () => {
  it("does not delay another visitor's first task, and sees its positions in line change", async () => {
    const many = await slowTasks(16);
    const [other] = await slowTasks(1);
    const watcher = await Watcher.connect(server);
    const last = many.at(-1) ?? '';
    await watcher.watch(last);
    await Promise.all(many.map((task) => start(task, 1)));
    await start(other ?? '', 2);
    await client.waitFor(other ?? '', isRunning);
    // The limit of running tasks per visitor in this test.
    const running = (await states(many)).filter((status) => status === 'processing');
    expect(running.length).toBeLessThanOrEqual(12);
    const places = (): (number | null)[] =>
      watcher.updates
        .filter(({ task_id, status }) => task_id === last && status === 'queued')
        .map(({ queue_position }) => queue_position);
    await waitUntil(() => new Set(places()).size > 1, 'two different places');
    watcher.close();
    await cancelAll([...many, other ?? '']);
  });
});
