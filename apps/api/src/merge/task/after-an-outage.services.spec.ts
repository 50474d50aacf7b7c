import { TestDatabase } from '../../infra/testing/test-database.js';
import { joinRecipe } from '../../make/testing/join-recipe.js';
import { MergeTask } from './merge-task.entity.js';
import { MergeTaskRepository } from './merge-task.repository.js';

describe('a run whose lease expired while the database was away', () => {
  let database: TestDatabase;
  let tasks: MergeTaskRepository;
  const watch = { steadyMs: Infinity };

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], [MergeTask]);
    const rows = database.source.getRepository(MergeTask);
    tasks = new MergeTaskRepository(rows, { FILE_RETENTION_SECONDS: 3600 }, watch);
  });
  afterAll(() => database.drop());

  const claim = (runId: string) =>
    tasks.claimNext({ workerId: 'w', runId }, { kinds: ['join'], except: [] });

  it('has one lease period to renew it before another run takes over or the task fails', async () => {
    const taskId = 't'.repeat(43);
    await tasks.start({ taskId, shareKey: 'k', recipe: joinRecipe(), sourceHost: null, steps: [] });
    expect((await claim('first'))?.taskId).toBe(taskId);
    await database.source.query(
      `UPDATE merge_task SET lease_until = now() - interval '1 hour', attempts = 3`,
    );

    watch.steadyMs = 14_000;
    expect(await tasks.giveUp('MERGE_GAVE_UP', '', [])).toEqual([]);
    await database.source.query('UPDATE merge_task SET attempts = 1');
    expect(await claim('second')).toBeNull();

    watch.steadyMs = 15_000;
    expect(await claim('second')).toMatchObject({ taskId, staleRunId: 'first' });
  });
});
