import { errorReplySchema, LIMITS, mergeStatusSchema, STATUS_MESSAGES } from '@dipper/contract';
import { failureOf, refusalOf } from '../harness/catalogue.js';
import { pick, taskOf, TestClient } from '../harness/client.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { Watcher } from '../harness/watcher.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

let origin: Origin;
let site: Site;
let server: TestServer;
let client: TestClient;
let watchers: Watcher[] = [];

beforeAll(async () => {
  [origin, server] = await Promise.all([startOrigin(), TestServer.shared()]);
  site = await startSite(origin);
  client = new TestClient(server);
});
afterEach(() => {
  watchers.forEach((watcher) => watcher.close());
  watchers = [];
  site.mood = 'well';
});
afterAll(async () => {
  await Promise.all([server.stop(), origin.close(), site.close()]);
});

async function connect(): Promise<Watcher> {
  const watcher = await Watcher.connect(server);
  watchers.push(watcher);
  return watcher;
}

async function newTask(link: string): Promise<string> {
  return taskOf(pick(await client.search(link), ({ kind }) => kind === 'merge'));
}

const refusedAs = (code: 'TASK_UNKNOWN' | 'INVALID_REQUEST' | 'TOO_MANY_ROOMS') => {
  const { error } = refusalOf(code);
  return { error, code };
};

describe('watching a merge', () => {
  it('sends the current status, then every step to the end, at most ten per second', async () => {
    // The run continues until the mood changes.
    site.mood = 'slowly';
    const task = await newTask(site.manifest('webm', 'watched'));
    const early = await connect();
    expect(await early.watch(task)).toEqual(await client.status(task));
    const started = performance.now();
    await client.start(task);
    await waitUntil(() => early.updates.some(({ progress }) => progress > 5), 'some progress');

    const late = await connect();
    const before = early.updates.at(-1)?.progress ?? 100;
    const joined = mergeStatusSchema.parse(await late.watch(task));
    expect(joined.status).toBe('processing');
    expect(joined.progress).toBeGreaterThanOrEqual(before);

    site.mood = 'well';
    const updates = await early.untilEnd(task);
    // The server sent all updates within this time, even if some arrived late or together.
    const seconds = ((updates.at(-1)?.at ?? 0) - started) / 1000;
    const progress = updates.map((update) => update.progress);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(updates.at(-1)).toMatchObject({ status: 'complete', progress: 100 });
    expect(
      updates.map(({ status }) => status).filter((status) => status === 'complete'),
    ).toHaveLength(1);
    expect(updates.map(({ stage }) => stage)).toEqual(expect.arrayContaining(['video', null]));
    expect(updates.length).toBeGreaterThan(5);
    // Three updates (queued, processing and the end) are sent in addition to the steady pace.
    expect(updates.length).toBeLessThanOrEqual(seconds * LIMITS.updatesPerSecond + 3);

    const [last] = (await late.untilEnd(task)).slice(-1);
    const expires_in_seconds = expect.any(Number) as number;
    expect(last).toEqual({ ...(await client.status(task)), expires_in_seconds, at: last?.at });
  });

  it.each([
    ['fails', 'error', async (task: string) => client.start(task)],
    [
      'is cancelled',
      'cancelled',
      async (task: string) => {
        await client.start(task);
        await client.waitFor(task, ({ status }) => status === 'processing');
        await client.cancel(task);
      },
    ],
  ])('reports that the merge %s', async (_, end, act) => {
    site.mood = end === 'error' ? 'with-a-page' : 'slowly';
    const task = await newTask(site.manifest('webm', end));
    const watcher = await connect();
    await watcher.watch(task);
    await act(task);
    const updates = await watcher.untilEnd(task);
    const expected =
      end === 'error'
        ? failureOf('NOT_MEDIA')
        : { status: end, message: STATUS_MESSAGES.cancelled };
    expect(updates.at(-1)).toMatchObject(expected);
  });

  it('ends when the page leaves the room', async () => {
    site.mood = 'slowly';
    const [watched, left] = [
      await newTask(site.manifest('webm', 1)),
      await newTask(site.manifest('webm', 2)),
    ];
    const watcher = await connect();
    await watcher.watch(watched);
    await watcher.watch(left);
    await client.start(left);
    await waitUntil(() => watcher.updates.some(({ task_id }) => task_id === left), 'an update');
    watcher.leave(left);
    // This acknowledgement proves that the server has handled the `leave` before it.
    await watcher.watch(watched);
    const before = watcher.updates.filter(({ task_id }) => task_id === left).length;
    await client.cancel(left);
    await client.start(watched);
    await client.cancel(watched);
    await watcher.untilEnd(watched);
    expect(watcher.updates.filter(({ task_id }) => task_id === left)).toHaveLength(before);
  });
});

describe('a socket may not', () => {
  it.each(['A'.repeat(43), 'a b', 'x'.repeat(129)])('watch an unknown task: %s', async (id) => {
    expect(await (await connect()).watch(id)).toEqual(refusedAs('TASK_UNKNOWN'));
  });

  it.each([null, {}, [], 'text', 5, { task_id: 5 }, { task_id: '' }, { task_id: ['x'] }])(
    'subscribe with %j',
    async (input) => {
      const watcher = await connect();
      expect(errorReplySchema.parse(await watcher.send(input))).toEqual(
        refusedAs('INVALID_REQUEST'),
      );
    },
  );

  it(`join more than ${LIMITS.roomsPerSocket} rooms`, async () => {
    const link = `${origin.url}/dash/plain.mpd?rooms`;
    const tasks: string[] = [];
    while (tasks.length <= LIMITS.roomsPerSocket) {
      tasks.push(await newTask(link));
    }
    const watcher = await connect();
    const acks = await Promise.all(tasks.map((task) => watcher.watch(task)));
    expect(acks.filter((ack) => 'code' in ack)).toEqual([refusedAs('TOO_MANY_ROOMS')]);

    const [first = '', ...others] = tasks;
    expect(await watcher.watch(first)).toMatchObject({ task_id: first });
    watcher.leave(first);
    expect(await watcher.watch(others.at(-1) ?? '')).toMatchObject({ task_id: others.at(-1) });
    // The refused room does not count, but the socket is full again.
    expect(await watcher.watch('A'.repeat(43))).toEqual(refusedAs('TOO_MANY_ROOMS'));
  });

  it('fall back to polling', async () => {
    const response = await client.fetch('/socket.io/?EIO=4&transport=polling');
    expect(response.status).toBe(400);
  });
});
