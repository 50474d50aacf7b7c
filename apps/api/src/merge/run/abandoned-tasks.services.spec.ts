import { DataSource, type EntityManager } from 'typeorm';
import { TestDatabase } from '../../infra/testing/test-database.js';
import { waitUntil } from '../../infra/testing/wait-until.js';
import { joinRecipe } from '../../make/testing/join-recipe.js';
import { MergeEvents } from '../merge-events.js';
import { MergeTask } from '../task/merge-task.entity.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import { TaskQueueRepository } from '../task/task-queue.repository.js';
import type { Advance } from '../task/task-records.js';
import { AbandonedTasks } from './abandoned-tasks.js';
import { SLOW } from './meter/slowness.js';

const ENV = { FILE_RETENTION_SECONDS: 3600 };
const SLOWLY: Advance = {
  ...{ stage: 'video', progress: 5, speed: 1000, etaSeconds: 3600 },
  ...{ combinedBytes: null, entries: null },
};
const FAST = { ...SLOWLY, speed: 4 * SLOW.bytesPerSecond, etaSeconds: SLOW.secondsLeft - 1 };
const FILE = { fileId: 'f', fileBytes: 1, combinedBytes: 1, damage: [] };

/** What a server process has: its own connections, tasks, events and sweep. */
class Process {
  readonly tasks: MergeTaskRepository;
  readonly ended: string[] = [];
  private readonly sweep: AbandonedTasks;

  constructor(database: Pick<EntityManager, 'getRepository'>) {
    const rows = database.getRepository(MergeTask);
    const events = new MergeEvents();
    events.on('ended', ({ task_id }) => this.ended.push(task_id));
    this.tasks = new MergeTaskRepository(rows, ENV);
    this.sweep = new AbandonedTasks(new TaskQueueRepository(rows, ENV), this.tasks, events);
  }

  end(): Promise<void> {
    return this.sweep.end();
  }

  /** Starts a task and takes it. */
  async run(taskId: string, advance: Advance): Promise<{ taskId: string; runId: string }> {
    await this.tasks.start({
      ...{ taskId, shareKey: taskId, recipe: joinRecipe(), sourceHost: null, steps: [] },
    });
    const key = { taskId, runId: `run of ${taskId}` };
    await this.tasks.claimNext({ workerId: 'w', ...key }, { kinds: ['join'], except: [] });
    await this.tasks.advance(key, advance);
    return key;
  }
}

describe('AbandonedTasks in two processes', () => {
  let database: TestDatabase;
  let sources: DataSource[];
  let maker: Process;
  let sweeper: Process;

  const nobodyAsks = (): Promise<unknown> =>
    database.source.query(`UPDATE merge_task SET asked_at = now() - interval '1 hour'`);
  const statusOf = async (taskId: string) => (await maker.tasks.find(taskId))?.status;

  /**
   * Lets one process sweep while another has changed the task but has not committed yet, so that
   * the sweep began with what was true before.
   */
  const sweepDuring = async (
    change: (other: Process, manager: EntityManager) => Promise<unknown>,
  ): Promise<void> => {
    let sweep: Promise<void> | undefined;
    await sources[0]?.transaction(async (manager) => {
      await change(new Process(manager), manager);
      sweep = sweeper.end();
      await waitUntil(async () => {
        const waiting: unknown[] = await database.source.query(
          `SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      }, 'the sweep to wait for the other process');
    });
    await sweep;
  };

  beforeAll(async () => {
    database = await TestDatabase.open(process.env['DIPPER_TEST_DATABASE_URL'], [MergeTask]);
    const own = { ...database.source.options, migrationsRun: false };
    sources = await Promise.all([1, 2].map(() => new DataSource(own).initialize()));
  });
  afterAll(async () => {
    await Promise.all(sources.map((source) => source.destroy()));
    await database.drop();
  });
  beforeEach(async () => {
    await database.source.query('DELETE FROM merge_task');
    [maker, sweeper] = sources.map((source) => new Process(source.manager)) as [Process, Process];
  });

  it('end each task in one of them, however often both sweep at once', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `t${at}`);
    for (const name of names) {
      await maker.run(name, SLOWLY);
    }
    await nobodyAsks();
    await Promise.all([maker, sweeper, maker, sweeper].map((one) => one.end()));
    expect([...maker.ended, ...sweeper.ended].sort()).toEqual([...names].sort());
  });

  it('end nothing that the other process makes at a good rate, or has begun to join', async () => {
    await maker.run('fast', FAST);
    await maker.run('joins', { ...SLOWLY, stage: 'merging' });
    await nobodyAsks();
    await sweeper.end();
    expect([await statusOf('fast'), await statusOf('joins')]).toEqual(['processing', 'processing']);
    expect(sweeper.ended).toEqual([]);
  });

  it.each<[what: string, change: Parameters<typeof sweepDuring>[0], status: string]>([
    [
      'becomes fast',
      ({ tasks }) => tasks.advance({ taskId: 't', runId: 'run of t' }, FAST),
      'processing',
    ],
    [
      'is completed',
      ({ tasks }) => tasks.complete({ taskId: 't', runId: 'run of t' }, FILE),
      'complete',
    ],
    [
      'is watched again',
      (_, manager) => manager.query('UPDATE merge_task SET asked_at = now()'),
      'processing',
    ],
  ])('do not end a task that %s in the other process meanwhile', async (_, change, status) => {
    await maker.run('t', SLOWLY);
    await nobodyAsks();
    await sweepDuring(change);
    expect([await statusOf('t'), sweeper.ended]).toEqual([status, []]);
  });

  it('end a task once, if the other process has ended it meanwhile', async () => {
    await maker.run('t', SLOWLY);
    await nobodyAsks();
    let other: Process | undefined;
    await sweepDuring((one) => (other = one).end());
    expect([other?.ended, sweeper.ended]).toEqual([['t'], []]);
  });

  it('tell a run in the other process that it no longer has the task', async () => {
    const key = await maker.run('t', SLOWLY);
    await nobodyAsks();
    await sweeper.end();
    expect(sweeper.ended).toEqual(['t']);
    expect(await maker.tasks.advance(key, FAST)).toBe(false);
    expect(await maker.tasks.complete(key, FILE)).toBe(false);
    expect(await statusOf('t')).toBe('cancelled');
  });
});
