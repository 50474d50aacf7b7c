import { TestDatabase } from '../../infra/testing/test-database.js';
import { SOMEWHERE, type Span } from '../../source/client/source-damaged.js';
import { MergeTask } from './merge-task.entity.js';
import { MergeTaskRepository } from './merge-task.repository.js';
import type { FinishedFile, NewTask } from './task-records.js';
import { ExpiredTasksRepository } from './expired-tasks.repository.js';
import { joinRecipe } from '../../make/testing/join-recipe.js';

const DAMAGE: readonly Span[] = [
  { from: 432.1, to: 435.2 },
  { from: 480, to: Infinity },
];
const GOOD: FinishedFile = { fileId: 'good.mp4', fileBytes: 10, combinedBytes: 12, damage: [] };
const BAD: FinishedFile = { fileId: 'bad.mp4', fileBytes: 9, combinedBytes: 11, damage: DAMAGE };
const FAILURE = { code: 'SOURCE_DAMAGED', message: 'why', values: null, damage: DAMAGE };

describe('the damage stored for a task', () => {
  let database: TestDatabase;
  let tasks: MergeTaskRepository;
  let kept: ExpiredTasksRepository;
  let made = 0;

  const newTask = (shareKey = 'same'): NewTask => ({
    taskId: `task-${(made += 1)}`,
    shareKey,
    sourceHost: null,
    steps: [],
    recipe: joinRecipe({ durationSeconds: 600 }),
  });
  const begin = async (task: NewTask, acceptsDamage: boolean): Promise<string> => {
    const key = { runId: `run-${(made += 1)}`, workerId: 'w' };
    await tasks.start(task, acceptsDamage);
    const claimed = await tasks.claimNext(key, { kinds: ['join'], except: [] });
    expect(claimed).toMatchObject({ taskId: task.taskId, acceptsDamage });
    return key.runId;
  };
  /** A finished task that shares its file with others of the same key. */
  const finish = async (file: FinishedFile): Promise<NewTask> => {
    // It starts with a unique share key, because a task with an equal file would complete it
    // immediately.
    const task = newTask(`apart ${(made += 1)}`);
    const runId = await begin(task, file.damage.length > 0);
    await tasks.complete({ taskId: task.taskId, runId }, file);
    await database.source.query(`UPDATE merge_task SET share_key = 'same' WHERE task_id = $1`, [
      task.taskId,
    ]);
    return task;
  };
  const failed = async (): Promise<NewTask> => {
    const task = newTask();
    const runId = await begin(task, false);
    await tasks.fail({ taskId: task.taskId, runId }, FAILURE);
    return task;
  };

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], [MergeTask]);
    const rows = database.source.getRepository(MergeTask);
    tasks = new MergeTaskRepository(rows, { FILE_RETENTION_SECONDS: 3600 });
    kept = new ExpiredTasksRepository(rows);
  });
  afterAll(() => database.drop());
  beforeEach(() => database.source.query('DELETE FROM merge_task'));

  it.each<[there: string, files: FinishedFile[], accepts: boolean, FinishedFile | null]>([
    ['a damaged file', [BAD], false, null],
    ['a damaged file', [BAD], true, BAD],
    ['a good file', [GOOD], false, GOOD],
    ['a good file', [GOOD], true, GOOD],
    ['both, the damaged one later', [GOOD, BAD], false, GOOD],
    ['both, the damaged one later', [GOOD, BAD], true, GOOD],
  ])(
    'is shared only with tasks that accept it (%s: %j, accepted: %s)',
    async (_, files, accepts, shared) => {
      // One task is already waiting when the files are published, as if they were made concurrently.
      const early = newTask();
      await tasks.start(early, accepts);
      expect((await tasks.find(early.taskId))?.acceptsDamage).toBe(accepts);
      await database.source.query(`UPDATE merge_task SET status = 'processing', lease_until = now()
      + interval '1 minute'`);
      for (const file of files) {
        await finish(file);
      }
      expect(await tasks.findTwin(early.taskId)).toEqual(shared);

      const late = newTask();
      await tasks.start(late, accepts);
      expect(await tasks.find(late.taskId)).toMatchObject({
        status: shared === null ? 'queued' : 'complete',
        fileId: shared?.fileId ?? null,
        damage: shared === BAD ? DAMAGE : null,
        acceptsDamage: accepts,
      });
    },
  );

  it('does not share a file as undamaged when the location of the damage is unknown', async () => {
    const damaged = { ...BAD, damage: [SOMEWHERE] };
    const task = await finish(damaged);
    expect((await tasks.find(task.taskId))?.damage).toEqual([SOMEWHERE]);
    const accepting = newTask();
    const runId = await begin({ ...accepting, shareKey: 'apart' }, true);
    await database.source.query(`UPDATE merge_task SET share_key = 'same'`);
    const twin = await tasks.findTwin(accepting.taskId);
    expect(twin).toEqual(damaged);
    await tasks.complete({ taskId: accepting.taskId, runId }, twin ?? GOOD);
    expect((await tasks.find(accepting.taskId))?.damage).toEqual([SOMEWHERE]);
    expect(await tasks.start(newTask(), false)).toMatchObject({ status: 'queued' });
  });

  it('stores where a finished file is damaged, and nothing for a good one', async () => {
    expect((await tasks.find((await finish(BAD)).taskId))?.damage).toEqual(DAMAGE);
    expect((await tasks.find((await finish(GOOD)).taskId))?.damage).toBeNull();
  });

  it.each(['start', 'restart'] as const)(
    'clears the damage on another %s that does not accept it',
    async (how) => {
      const again = (task: NewTask, accepts: boolean) =>
        how === 'start' ? tasks.start(task, accepts) : tasks.restart(task.taskId, accepts);
      const task = await failed();
      expect(await tasks.find(task.taskId)).toMatchObject({ status: 'error', damage: DAMAGE });
      expect((await again(task, true))?.status).toBe('queued');
      expect(await tasks.find(task.taskId)).toMatchObject({ damage: DAMAGE, acceptsDamage: true });
      // Restarting changes neither a waiting task nor a running one.
      await again(task, false);
      expect((await tasks.find(task.taskId))?.acceptsDamage).toBe(true);
      await tasks.claimNext({ workerId: 'w', runId: 'r' }, { kinds: ['join'], except: [] });
      await again(task, false);
      expect((await tasks.find(task.taskId))?.acceptsDamage).toBe(true);
      await tasks.fail({ taskId: task.taskId, runId: 'r' }, FAILURE);
      await again(task, false);
      expect(await tasks.find(task.taskId)).toMatchObject({ damage: null, acceptsDamage: false });
    },
  );

  it('shares a damaged file with a visitor who accepts damage', async () => {
    const task = await failed();
    await finish(BAD);
    expect((await tasks.start(task, true))?.status).toBe('complete');
    expect((await tasks.find(task.taskId))?.damage).toEqual(DAMAGE);
  });

  it('reports no damage once the file is lost or forgotten', async () => {
    const lost = await finish(BAD);
    await tasks.failLostFile(BAD.fileId, 'FILE_EXPIRED', 'why');
    expect(await tasks.find(lost.taskId)).toMatchObject({ status: 'error', damage: null });
    const over = await finish(BAD);
    await database.source.query('UPDATE merge_task SET expires_at = now()');
    await kept.forgetExpired();
    expect(await tasks.find(over.taskId)).toMatchObject({ damage: null, acceptsDamage: false });
  });
});
