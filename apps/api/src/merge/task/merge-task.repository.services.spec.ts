import { TestDatabase } from '../../infra/testing/test-database.js';
import type { Join } from '../../make/recipe.js';
import { ExpiredTasksRepository } from './expired-tasks.repository.js';
import { MergeTask } from './merge-task.entity.js';
import { MergeTaskRepository } from './merge-task.repository.js';
import type { ClaimedTask, ClaimLimits, FinishedFile, NewTask } from './task-records.js';
import { TRIES } from './queue.sql.js';
import { joinRecipe } from '../../make/testing/join-recipe.js';

const RECIPE: Join = joinRecipe();
const STEPS: NewTask['steps'] = [{ stage: 'video', share: 1 }];
const FILE: FinishedFile = { fileId: 'made.mp4', fileBytes: 10, combinedBytes: 12, damage: [] };
const FAILURE = { code: 'SOURCE_FAILED', message: 'why', values: null, damage: null };
const ANYTHING: ClaimLimits = { kinds: ['join'], except: [] };

describe('MergeTaskRepository', () => {
  let database: TestDatabase;
  let tasks: MergeTaskRepository;
  let kept: ExpiredTasksRepository;
  let made = 0;

  const newTask = (shareKey = `key ${(made += 1)}`): NewTask => ({
    taskId: `task-${(made += 1)}`,
    shareKey,
    recipe: RECIPE,
    sourceHost: null,
    steps: STEPS,
  });
  const sql = (text: string): Promise<unknown> => database.source.query(text);
  const claim = (runId: string, limits = ANYTHING): Promise<ClaimedTask | null> =>
    tasks.claimNext({ workerId: 'w', runId }, limits);
  const finish = async (task: NewTask, file = FILE): Promise<void> => {
    await tasks.start(task);
    const claimed = await claim(`run-${task.taskId}`);
    expect(claimed?.taskId).toBe(task.taskId);
    await tasks.complete({ taskId: task.taskId, runId: `run-${task.taskId}` }, file);
  };

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], [MergeTask]);
    const rows = database.source.getRepository(MergeTask);
    tasks = new MergeTaskRepository(rows, { FILE_RETENTION_SECONDS: 3600 });
    kept = new ExpiredTasksRepository(rows);
  });
  afterAll(() => database.drop());
  beforeEach(() => sql('DELETE FROM merge_task'));

  it('starts a task only once, however many requests start it concurrently', async () => {
    const task = newTask();
    const started = await Promise.all(Array.from({ length: 20 }, () => tasks.start(task)));
    expect(new Set(started.map((one) => `${one?.status} ${one?.queuedAt.getTime()}`)).size).toBe(1);
    expect(started[0]).toMatchObject({ status: 'queued', fileId: null });
    expect(await claim('r1')).toMatchObject({
      taskId: task.taskId,
      recipe: RECIPE,
      steps: STEPS,
    });
    expect((await tasks.find(task.taskId))?.steps).toEqual(STEPS);
    expect((await tasks.start(task))?.status).toBe('processing');
  });

  it('loads a task without its recipe, and nothing for an invalid id', async () => {
    const task = newTask();
    await tasks.start(task);
    const found = await tasks.find(task.taskId);
    expect([found?.fileName, found?.recipe]).toEqual(['f.mp4', undefined]);
    expect(await tasks.find("x' OR \0")).toBeNull();
  });

  it('immediately completes a task if another task has its file, and the file expires late enough', async () => {
    await finish(newTask('same'));
    expect(await tasks.start(newTask('same'))).toMatchObject({
      status: 'complete',
      fileId: 'made.mp4',
    });
    expect((await tasks.start(newTask('other')))?.status).toBe('queued');
    await sql(`UPDATE merge_task SET expires_at = now() + interval '59 seconds'`);
    expect((await tasks.start(newTask('same')))?.status).toBe('queued');
  });

  it('finds the file of another task that made the same file in the meantime', async () => {
    const [one, other] = [newTask('same'), newTask('same')];
    await finish(one);
    await sql(`UPDATE merge_task SET status = 'processing' WHERE task_id = '${one.taskId}'`);
    await tasks.start(other);
    expect(await tasks.findTwin(other.taskId)).toBeNull();
    await sql(`UPDATE merge_task SET status = 'complete' WHERE task_id = '${one.taskId}'`);
    expect(await tasks.findTwin(other.taskId)).toEqual(FILE);
  });

  it('restarts a failed or cancelled task from the beginning', async () => {
    const task = newTask();
    const first = await tasks.start(task);
    await claim('r');
    await tasks.advance(
      { taskId: task.taskId, runId: 'r' },
      { stage: 'video', progress: 40, speed: 1, etaSeconds: 1, combinedBytes: null },
    );
    await tasks.fail({ taskId: task.taskId, runId: 'r' }, FAILURE);
    const again = await tasks.start(task);
    expect(again?.status).toBe('queued');
    expect(again?.queuedAt.getTime()).toBeGreaterThan(first?.queuedAt.getTime() ?? Infinity);
    expect(await tasks.find(task.taskId)).toMatchObject({
      progress: 0,
      attempts: 0,
      errorCode: null,
      expiresAt: null,
    });
    await tasks.cancel(task.taskId);
    // This works even after the task's page has been forgotten.
    expect((await tasks.restart(task.taskId))?.status).toBe('queued');
    expect(await tasks.restart('never-was')).toBeNull();
  });

  it('reports a failed task as queued to everyone who restarts it concurrently', async () => {
    const task = newTask();
    for (let round = 0; round < 20; round += 1) {
      await tasks.start(task);
      await claim(`r${round}`);
      await tasks.fail({ taskId: task.taskId, runId: `r${round}` }, FAILURE);
      const begin = round % 2 === 0 ? () => tasks.start(task) : () => tasks.restart(task.taskId);
      const replies = await Promise.all(Array.from({ length: 6 }, begin));
      expect(new Set(replies.map((one) => `${one?.status} ${one?.queuedAt.getTime()}`)).size).toBe(
        1,
      );
      expect(replies.filter((one) => one?.begun)).toHaveLength(1);
      await tasks.cancel(task.taskId);
    }
  });

  it('cancels a task before its first start, but not one that was started', async () => {
    const [unstarted, started] = [newTask(), newTask()];
    expect(await tasks.cancelUnstarted(unstarted)).toBe(true);
    expect(await tasks.find(unstarted.taskId)).toMatchObject({ status: 'cancelled', progress: 0 });
    expect(await claim('r')).toBeNull();
    await tasks.start(started);
    expect(await tasks.cancelUnstarted(started)).toBe(false);
    expect((await tasks.find(started.taskId))?.status).toBe('queued');
  });

  it('looks up any number of files or runs in one query', async () => {
    await finish(newTask());
    const names = Array.from({ length: 70_000 }, (_, at) => `f${at}.mp4`);
    expect(await kept.filesInUse([...names, 'made.mp4'])).toEqual(new Set(['made.mp4']));
    expect(await kept.liveRuns(names)).toEqual(new Set());
  });

  it('ignores an expired task', async () => {
    const task = newTask();
    await finish(task);
    await sql(`UPDATE merge_task SET expires_at = now()`);
    expect([await tasks.start(task), await tasks.restart(task.taskId)]).toEqual([null, null]);
    expect((await tasks.find(task.taskId))?.expiresInSeconds).toBe(0);
    expect(await kept.forgetExpired()).toEqual(['made.mp4']);
    expect(await kept.forgetExpired()).toEqual([]);
    expect(await tasks.find(task.taskId)).toMatchObject({ shareKey: '', fileId: null });
  });

  it('keeps a shared file in use until the last of its tasks ends', async () => {
    const [one, twin] = [newTask('same'), newTask('same')];
    await finish(one);
    await tasks.start(twin);
    const isInUse: boolean[] = [];
    for (const { taskId } of [one, twin]) {
      await sql(`UPDATE merge_task SET expires_at = now() WHERE task_id = '${taskId}'`);
      expect(await kept.forgetExpired()).toEqual(['made.mp4']);
      isInUse.push((await kept.filesInUse(['made.mp4'])).size > 0);
    }
    expect(isInUse).toEqual([true, false]);
  });

  it('keeps a task without an offer until it is started', async () => {
    const task = newTask();
    await tasks.prepare(task);
    expect(await claim('r')).toBeNull();
    expect(await tasks.find(task.taskId)).toMatchObject({ status: 'prepared' });
    expect((await tasks.restart(task.taskId))?.status).toBe('queued');
    expect(await claim('r')).toMatchObject({ taskId: task.taskId, recipe: RECIPE });
  });

  it('limits how much a visitor may prepare, until some of it is started or expires', async () => {
    const first = newTask();
    await tasks.prepare(first, 'v');
    const noise = `(SELECT string_agg(md5(i::text), '') FROM generate_series(1, 2300000) AS i)`;
    await sql(`UPDATE merge_task SET recipe = to_jsonb(${noise}) WHERE visitor = 'v'`);
    expect(await tasks.prepare(newTask(), 'v')).toBe(false);
    expect(await tasks.prepare(newTask(), 'w')).toBe(true);
    await sql(`DELETE FROM merge_task WHERE visitor = 'v'`);
    expect(await tasks.prepare(newTask(), 'v')).toBe(true);
  });

  it('gives each task to one worker that makes its kind, oldest first', async () => {
    const waiting = Array.from({ length: 6 }, () => newTask());
    for (const task of waiting) {
      await tasks.start(task);
    }
    expect(await claim('none', { kinds: ['clip'], except: [] })).toBeNull();
    expect((await claim('r0'))?.taskId).toBe(waiting[0]?.taskId);
    const claims = await Promise.all(Array.from({ length: 8 }, (_, at) => claim(`r${at + 1}`)));
    const taken = claims.flatMap((task) => task?.taskId ?? []);
    expect(taken.sort()).toEqual(waiting.slice(1).map(({ taskId }) => taskId));
  });

  it("judges a run's lease by the database's clock, whatever our own clock says", async () => {
    jest.useFakeTimers({ now: Date.now() + 3_600_000, advanceTimers: true });
    try {
      await tasks.start(newTask());
      await claim('r1');
      expect(await claim('r2')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  it('remembers the run of a handed-back task until it is cancelled', async () => {
    const task = newTask();
    await tasks.start(task);
    await claim('r1');
    await tasks.handBack({ taskId: task.taskId, runId: 'r1' });
    expect(await kept.liveRuns(['r1'])).toEqual(new Set(['r1']));
    expect(await claim('r2')).toMatchObject({ staleRunId: 'r1', staleWorkerId: null });
    await tasks.handBack({ taskId: task.taskId, runId: 'r2' });
    await tasks.cancel(task.taskId);
    expect(await kept.liveRuns(['r1', 'r2'])).toEqual(new Set());
  });

  it('gives the task of a dead run to another worker, and fails it after several dead runs', async () => {
    const task = newTask();
    await tasks.start(task);
    const expire = (): Promise<unknown> => sql(`UPDATE merge_task SET lease_until = now()`);
    await claim('r1');
    await expire();
    expect(await claim('r2', { ...ANYTHING, except: [task.taskId] })).toBeNull();
    expect(await claim('r2')).toMatchObject({ staleRunId: 'r1', staleWorkerId: 'w' });
    expect(await tasks.complete({ taskId: task.taskId, runId: 'r1' }, FILE)).toBe(false);
    expect(await kept.liveRuns(['r1', 'r2'])).toEqual(new Set(['r2']));
    for (let attempt = 2; attempt < TRIES; attempt += 1) {
      await expire();
      expect(await claim('r3')).not.toBeNull();
    }
    expect(await tasks.giveUp('MERGE_GAVE_UP', 'why', [])).toEqual([]);
    await expire();
    expect(await claim('r4')).toBeNull();
    // A process does not give up on a task that it is still running.
    expect(await tasks.giveUp('MERGE_GAVE_UP', 'why', [task.taskId])).toEqual([]);
    expect(await tasks.giveUp('MERGE_GAVE_UP', 'why', [])).toEqual([
      { taskId: task.taskId, runId: 'r3' },
    ]);
    expect(await tasks.find(task.taskId)).toMatchObject({ status: 'error', attempts: TRIES });
  });

  it('does not count a run that was handed back against its task', async () => {
    const task = newTask();
    await tasks.start(task);
    await claim('r');
    expect(await tasks.handBack({ taskId: task.taskId, runId: 'r' })).toBe(true);
    expect(await tasks.find(task.taskId)).toMatchObject({
      status: 'queued',
      stage: 'queued',
      attempts: 0,
      combinedBytes: null,
    });
    // The name must be new to the queue.
    expect(await tasks.findOpen()).toMatchObject([{ taskId: task.taskId, runId: 'r' }]);
  });

  it('takes back a task that must run alone, but not forever if no worker is idle', async () => {
    const task = newTask();
    await tasks.start(task);
    for (const runId of ['r1', 'r2', 'r3']) {
      await sql(`UPDATE merge_task SET lease_until = now()`);
      await claim(runId);
    }
    const handBack = (runId: string) => tasks.handBack({ taskId: task.taskId, runId });
    const waitFor = (minutes: number): Promise<unknown> =>
      sql(`UPDATE merge_task SET lease_until = lease_until - interval '${minutes} minutes'`);
    expect(await handBack('r3')).toBe(true);
    expect(await tasks.findOpen()).toMatchObject([{ taskId: task.taskId, runId: 'r3' }]);
    expect(await claim('busy', { ...ANYTHING, mostDeaths: 1 })).toBeNull();
    expect(await claim('r4')).toMatchObject({ deaths: 2, staleRunId: 'r3', staleWorkerId: null });
    expect(await handBack('r4')).toBe(true);
    expect(await kept.liveRuns(['r4'])).toEqual(new Set(['r4']));
    await waitFor(9);
    expect(await tasks.giveUp('MERGE_GAVE_UP', 'why', [])).toEqual([]);
    await waitFor(2);
    expect(await tasks.giveUp('MERGE_GAVE_UP', 'why', [])).toEqual([
      { taskId: task.taskId, runId: 'r4' },
    ]);
  });

  it('fails the tasks of a lost file, so that they can be started again', async () => {
    const task = newTask();
    await finish(task);
    await tasks.failLostFile('made.mp4', 'FILE_EXPIRED', 'why');
    expect(await tasks.find(task.taskId)).toMatchObject({ status: 'error', fileId: null });
    expect((await tasks.start(task))?.status).toBe('queued');
  });

  it('never lets progress fall', async () => {
    const task = newTask();
    await tasks.start(task);
    await claim('r');
    const key = { taskId: task.taskId, runId: 'r' };
    for (const progress of [40, 30]) {
      await tasks.advance(key, {
        stage: 'video',
        progress,
        speed: null,
        etaSeconds: null,
        combinedBytes: null,
      });
    }
    expect((await tasks.find(task.taskId))?.progress).toBe(40);
  });
});
