import { API, isFinal, type MergeStatus, startMergePath } from '@dipper/contract';
import { join } from 'node:path';
import { failureOf, refusalOf } from '../harness/catalogue.js';
import { pick, refusal, taskOf, TestClient } from '../harness/client.js';
import { rowsOf } from '../harness/database.js';
import {
  descendantsOf,
  isAlive,
  isResident,
  pageReadersOf,
  processesNaming,
  type SeenProcess,
} from '../harness/processes.js';
import { forgetQueue } from '../harness/redis.js';
import { TestServer } from '../harness/server.js';
import { type Site, startSite } from '../harness/site.js';
import { waitUntil } from '../harness/wait-until.js';
import { type Origin, startOrigin } from '../origin/media-origin.js';

const ON_SERVICES = process.env['DIPPER_TEST_BACKEND'] === 'services';
/** An ffmpeg that hangs forever. */
const HANGING_FFMPEG = join(__dirname, '../fakes/bin/ffmpeg');
const MOST_WAITING = 50;
/**
 * A grace period that is long enough for any machine, and one that is too short for a slow source.
 */
const LONG = { SHUTDOWN_GRACE_SECONDS: '300' };
const SHORT = { SHUTDOWN_GRACE_SECONDS: '4' };

let origin: Origin;
let site: Site;
/** A second site, so that its mood can differ from the first one's. */
let other: Site;

beforeAll(async () => {
  origin = await startOrigin();
  [site, other] = await Promise.all([startSite(origin), startSite(origin)]);
});
afterAll(async () => {
  await Promise.all([origin.close(), site.close(), other.close()]);
});

class Victim {
  private constructor(
    readonly server: TestServer,
    readonly client: TestClient,
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<Victim> {
    const server = await TestServer.start({ env });
    return new Victim(server, new TestClient(server));
  }

  /** Starts a task that is too slow to finish during a test. */
  async slowTask(variant: string, from = site): Promise<string> {
    from.mood = 'slowly';
    const info = await this.client.search(from.manifest('webm', variant));
    const task = taskOf(pick(info, ({ kind }) => kind === 'merge'));
    await this.client.start(task);
    return task;
  }

  /** Follows a task until it has made some progress, which no crash may undo. */
  async someProgress(task: string): Promise<number> {
    const { progress } = await this.client.waitFor(task, (status) => status.progress > 1);
    return progress;
  }

  async row(task: string): Promise<{ progress: number; attempts: number }> {
    const sql = `SELECT progress, attempts FROM merge_task WHERE task_id = '${task}'`;
    const [row] = await rowsOf<{ progress: number; attempts: number }>(this.server, sql);
    return row ?? { progress: 0, attempts: 0 };
  }

  /**
   * Waits until ffmpeg works in the server's folder. @returns all child processes except resident
   * ones
   */
  async muxers(): Promise<SeenProcess[]> {
    const work = `${this.server.dataDir}/media/work/`;
    const there = (): boolean =>
      descendantsOf(this.server.pid).some(({ commandLine }) => commandLine.includes(work));
    await waitUntil(there, 'a muxer');
    return descendantsOf(this.server.pid).filter((child) => !isResident(child));
  }

  /**
   * Waits until these processes and all others whose arguments contain the server's folder have
   * ended.
   */
  async noneLeft(children: readonly SeenProcess[]): Promise<void> {
    const left = (): SeenProcess[] => [
      ...children.filter(isAlive),
      ...processesNaming(this.server.dataDir),
    ];
    await waitUntil(() => left().length === 0, 'the end of all children');
  }

  /** Follows a task to its end. Its progress must not fall below `from`. */
  finish(task: string, from: number): Promise<MergeStatus> {
    return this.client.waitFor(task, ({ status }) => isFinal(status), from);
  }
}

// All tests restart one server, because a new server costs seconds of CPU time.
describe('a server that is killed during two merges', () => {
  let victim: Victim;
  /** A task that stays slow until the server gives up on it. */
  let hopeless: string;
  let task: string;
  let reached: number;

  beforeAll(async () => {
    victim = await Victim.start({ MERGE_CONCURRENCY: '2' });
    // The next start runs them one after the other, in this order, because the last run of both died.
    task = await victim.slowTask('killed');
    hopeless = await victim.slowTask('hopeless', other);
    [reached] = await Promise.all([victim.someProgress(task), victim.someProgress(hopeless)]);
  });
  afterAll(() => victim.server.stop());

  it('leaves no child processes behind, not even one that reads a page', async () => {
    const { server, client } = victim;
    const search = client.search(`${origin.url}/endless`).catch(() => 'cut off');
    await waitUntil(() => origin.requests.some(({ path }) => path === '/endless'), 'yt-dlp');
    expect(pageReadersOf(server.pid)).toHaveLength(1);
    expect(await server.onDisk('work')).toHaveLength(2);
    const children = descendantsOf(server.pid);
    await server.kill('SIGKILL');
    expect(await search).toBe('cut off');
    await victim.noneLeft(children);
  });

  it('finishes the first merge after its next start', async () => {
    const { server, client } = victim;
    site.mood = 'well';
    await server.run(ON_SERVICES ? SHORT : {});
    expect(await victim.finish(task, reached)).toMatchObject({ status: 'complete', progress: 100 });
    expect(await server.onDisk('files')).toHaveLength(1);
    expect((await client.fetch(API.file(task))).status).toBe(200);
  });

  // Run this with one backend only, because attempts are counted in the table, which is the same
  // with every backend.
  if (!ON_SERVICES) {
    it('gives up on a merge after three crashes, but lets it be started again', async () => {
      const { server, client } = victim;
      await waitUntil(async () => (await victim.row(hopeless)).attempts === 2, 'its second run');
      // Pretend that this is already the third run, because each crash costs a start.
      await rowsOf(server, `UPDATE merge_task SET attempts = 3 WHERE task_id = '${hopeless}'`);
      await server.kill('SIGKILL');
      await server.run(LONG);
      expect(await victim.finish(hopeless, 0)).toMatchObject(failureOf('MERGE_GAVE_UP'));
      expect(await server.onDisk('work')).toEqual([]);

      other.mood = 'well';
      expect(await client.merge(hopeless)).toMatchObject({ status: 'complete', progress: 100 });
    });

    it('refuses new work after SIGTERM, and lets running merges finish', async () => {
      const { server, client } = victim;
      const before = await server.onDisk('files');
      const ending = await victim.slowTask('ends');
      const picked = await client.search(site.manifest('webm', 'waits'));
      const waiting = taskOf(pick(picked, ({ kind }) => kind === 'merge'));
      await client.waitFor(ending, ({ progress }) => progress > 1);
      const exit = server.kill('SIGTERM');
      let asked = 0;
      await waitUntil(async () => {
        const link = `${origin.url}/watch/muxed?${(asked += 1)}`;
        const answer = await client.search(link).catch(String);
        return typeof answer === 'string' && answer.includes('UNAVAILABLE');
      }, 'the refusal of new work');
      // A known task is accepted, and waits for the next start.
      expect((await client.start(waiting)).status).toBe('queued');
      site.mood = 'well';
      expect(await exit).not.toBe(1);
      expect(await server.onDisk('files')).toHaveLength(before.length + 1);
      await server.run(SHORT);
      expect(await client.status(ending)).toMatchObject({ status: 'complete', progress: 100 });
      expect((await victim.row(ending)).attempts).toBe(1);
      expect(await victim.finish(waiting, 0)).toMatchObject({ status: 'complete', progress: 100 });
    });
  } else {
    it('finishes the other merge once its source is fast', async () => {
      other.mood = 'well';
      expect(await victim.finish(hopeless, 0)).toMatchObject({ status: 'complete', progress: 100 });
    });
  }

  it('after SIGTERM, leaves merges that cannot finish in time to its next start', async () => {
    const { server } = victim;
    const before = await server.onDisk('files');
    const tasks = [await victim.slowTask('one'), await victim.slowTask('two')];
    const progress = await Promise.all(tasks.map((one) => victim.someProgress(one)));
    const children = descendantsOf(server.pid);
    const asked = performance.now();
    await server.kill('SIGTERM');
    const took = performance.now() - asked;
    // The shutdown must have used up the whole grace period. A timer may fire a millisecond early.
    expect(took).toBeGreaterThan(Number(SHORT.SHUTDOWN_GRACE_SECONDS) * 1000 - 10);
    await victim.noneLeft(children);
    // Work folders stay for the next run. On a busy machine, the first task may have finished.
    const [left, made] = [await server.onDisk('work'), await server.onDisk('files')];
    expect(left.length + made.length - before.length).toBe(2);
    expect(left).not.toEqual([]);

    site.mood = 'well';
    // No task is lost when the queue is lost.
    await forgetQueue(server);
    await server.run();
    const ends = await Promise.all(tasks.map((one, at) => victim.finish(one, progress[at] ?? 0)));
    expect(ends.map(({ status }) => status)).toEqual(['complete', 'complete']);
    expect(await server.onDisk('work')).toEqual([]);
    const counted = await rowsOf(
      server,
      `SELECT attempts FROM merge_task WHERE task_id IN ('${tasks.join("', '")}') AND attempts > 1`,
    );
    expect(counted).toEqual([]);
  });
});

if (!ON_SERVICES) {
  describe('a muxer that hangs', () => {
    let victim: Victim;
    let task: string;

    beforeAll(async () => {
      victim = await Victim.start({ FFMPEG_PATH: HANGING_FFMPEG, MERGE_CONCURRENCY: '1' });
      const info = await victim.client.search(`${origin.url}/dash/webm.mpd`);
      task = taskOf(pick(info, ({ kind }) => kind === 'merge'));
    });
    afterAll(() => victim.server.stop());

    it('ends when its task is cancelled', async () => {
      await victim.client.start(task);
      const children = await victim.muxers();
      expect(await victim.client.cancel(task)).toMatchObject({ status: 'cancelled' });
      await victim.noneLeft(children);
      await waitUntil(
        async () => (await victim.server.onDisk('work')).length === 0,
        'an empty work folder',
      );
    });

    // The muxer hangs rather than a source, because slow sources let other tasks go first.
    it('keeps other tasks in line, up to a limit per visitor, and reports their positions', async () => {
      const { client } = victim;
      const anotherTask = async (): Promise<string> => {
        const info = await client.search(`${origin.url}/dash/webm.mpd`);
        return taskOf(pick(info, ({ kind }) => kind === 'merge'));
      };
      await client.start(task);
      await client.waitFor(task, ({ stage }) => stage === 'merging');
      const waiting: string[] = [];
      while (waiting.length < MOST_WAITING) {
        const next = await anotherTask();
        expect((await client.start(next)).status).toBe('queued');
        waiting.push(next);
      }
      const [second = '', third = ''] = waiting;
      const isAt = (place: number) => (status: MergeStatus) =>
        status.status === 'queued' && status.queue_position === place;
      await client.waitFor(second, isAt(1));
      await client.waitFor(third, isAt(2));

      const excess = await anotherTask();
      const refused = await client.fetch(startMergePath(excess));
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      const count = MOST_WAITING;
      expect(await refusal(refused)).toEqual(refusalOf('TOO_MANY_WAITING', { count }));
      expect(await client.status(excess)).toMatchObject({ status: 'prepared' });
      const ofAnother = await anotherTask();
      const headers = { 'x-forwarded-for': '198.51.100.4' };
      expect((await client.fetch(startMergePath(ofAnother), { headers })).status).toBe(200);
      await client.cancel(ofAnother);

      await client.cancel(task);
      await client.waitFor(second, ({ status }) => status === 'processing');
      // Positions are briefly cached.
      await client.waitFor(third, ({ queue_position }) => queue_position === 1);
      for (const one of waiting.reverse()) {
        const cancelled = { status: 'cancelled', queue_position: null };
        expect(await client.cancel(one)).toMatchObject(cancelled);
      }
      await waitUntil(
        async () => (await victim.server.onDisk('work')).length === 0,
        'an empty work folder',
      );
    });

    it('dies with the server, and the next start removes its files', async () => {
      await victim.client.start(task);
      const children = await victim.muxers();
      await victim.server.kill('SIGKILL');
      await victim.noneLeft(children);
      await victim.server.run();
      await victim.client.cancel(task);
      await waitUntil(
        async () => (await victim.server.onDisk('work')).length === 0,
        'an empty work folder',
      );
      expect(await victim.server.onDisk('files')).toEqual([]);
    });

    it('ends immediately when the server gets a second signal', async () => {
      const { server, client } = victim;
      await client.start(task);
      const children = await victim.muxers();
      const isNotReady = async (): Promise<boolean> =>
        (await client.fetch(API.ready)).status === 503;
      process.kill(server.pid, 'SIGTERM');
      await waitUntil(isNotReady, 'a red ready');
      let isGone = false;
      const gone = server.kill('SIGTERM').then(() => (isGone = true));
      await waitUntil(() => isGone || (process.kill(server.pid, 'SIGTERM'), false), 'its end');
      await gone;
      await victim.noneLeft(children);
      // A graceful shutdown would have handed the task back and removed its folder.
      expect(await server.onDisk('work')).toHaveLength(1);
    });
  });
}
