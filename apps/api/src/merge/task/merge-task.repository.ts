import type { EntryStanding } from '@dipper/contract';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, In, type Repository } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { DatabaseWatch } from '../../infra/database/database-watch.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { readTogether } from '../../infra/read-together.js';
import { currentTrace } from '../../infra/tracing/tracing.js';
import type { Span } from '../../source/client/source-damaged.js';
import { asDamage } from './damage.js';
import { MergeTask } from './merge-task.entity.js';
import { CANCEL_UNSTARTED, PREPARE, RESTART, START, TWIN } from './merge-task.sql.js';
import { CLAIM, LEASE, LEASE_SECONDS, TRIES, SOLO_RUN } from './queue.sql.js';
import type {
  NewTask,
  Started,
  ClaimLimits,
  ClaimedTask,
  RunKey,
  Advance,
  Failure,
  FinishedFile,
} from './task-records.js';

/**
 * The source of truth for tasks. Every change is a single conditional statement, so two processes
 * can never both make it. All times are on the database's clock, so the clocks of the processes
 * don't matter.
 */
@Injectable()
export class MergeTaskRepository {
  private readonly findTogether = readTogether(async (taskIds) => {
    const tasks = await this.rows.findBy({ taskId: In(taskIds) });
    return new Map(tasks.map((task) => [task.taskId, task]));
  }, MOST_AT_ONCE);

  constructor(
    @InjectRepository(MergeTask) private readonly rows: Repository<MergeTask>,
    @Inject(ENV) private readonly env: Pick<Env, 'FILE_RETENTION_SECONDS'>,
    @Inject(DatabaseWatch) private readonly watch: Pick<DatabaseWatch, 'steadyMs'> = ALWAYS_STEADY,
  ) {}

  /** The task without its recipe. Simultaneous polls share one query. */
  async find(taskId: string): Promise<MergeTask | null> {
    return isId(taskId) ? this.findTogether(taskId) : null;
  }

  /**
   * Stores a task that no offer backs (a clip, a zip), so that it can be started later.
   * @param visitor the visitor's key; null if unknown.
   * @returns false if this visitor already has too many tasks that were never started.
   */
  async prepare(task: NewTask, visitor: string | null = null): Promise<boolean> {
    const values = [...valuesOf(task), task.sourceHost, visitor];
    const kept: unknown[] = await this.rows.query(PREPARE, values);
    return kept.length > 0;
  }

  /**
   * Starts a task. The task is queued, or immediately complete if its file was already made for
   * another visitor. A task that is waiting, running or complete stays unchanged; a failed or
   * cancelled task starts over.
   * @param acceptsDamage true to accept a file from a damaged source; otherwise no such file is
   * shared.
   * @param visitor the waiting visitor's key; null if unknown.
   * @returns the task's state; null if the task has expired, or if too many tasks are waiting.
   */
  async start(
    task: NewTask,
    acceptsDamage = false,
    visitor: string | null = null,
  ): Promise<Started | null> {
    const keep = this.env.FILE_RETENTION_SECONDS;
    const values = [
      ...valuesOf(task),
      keep,
      acceptsDamage,
      visitor,
      task.sourceHost,
      currentTrace(),
    ];
    return this.begin(START, values);
  }

  /**
   * Starts a stored task.
   * @returns null if there is no such task, or if too many tasks are waiting.
   */
  async restart(
    taskId: string,
    acceptsDamage = false,
    visitor: string | null = null,
  ): Promise<Started | null> {
    return isId(taskId)
      ? this.begin(RESTART, [taskId, acceptsDamage, visitor, currentTrace()])
      : null;
  }

  /**
   * The file of another task that makes the same file. A damaged file is returned only if this task
   * accepts damage.
   */
  async findTwin(taskId: string): Promise<FinishedFile | null> {
    const found: TwinRow[] = await this.rows.query(TWIN, [taskId]);
    const [twin] = found;
    return twin === undefined
      ? null
      : {
          fileId: twin.fileId,
          fileBytes: Number(twin.fileBytes),
          combinedBytes: Number(twin.combinedBytes),
          damage: (asDamage.from(twin.damage) as Span[] | null) ?? [],
          ...(twin.fileName !== null && { fileName: twin.fileName }),
          ...(twin.entries !== null && { entries: twin.entries }),
        };
  }

  /** Claims the next task in line (`queue.sql.ts`) for a new run; null if there is none. */
  async claimNext(
    { workerId, runId }: { workerId: string; runId: string },
    { kinds, except, exceptVisitors = [], exceptHosts = [], mostDeaths = TRIES - 1 }: ClaimLimits,
  ): Promise<ClaimedTask | null> {
    const claimed: [ClaimedTask[], number] = await this.rows.query(CLAIM, [
      workerId,
      runId,
      kinds,
      except,
      exceptVisitors,
      exceptHosts,
      mostDeaths,
      this.mayTakeOver,
    ]);
    return claimed[0][0] ?? null;
  }

  /** Stores a run's progress and renews its lease. @returns false if another run has the task. */
  advance(key: RunKey, { progress, entries, ...rest }: Advance): Promise<boolean> {
    return this.changeRun(key, {
      ...rest,
      ...(entries && { entries: [...entries] }),
      progress: atLeast(progress),
      leaseUntil: () => LEASE,
    });
  }

  /** @returns false if another run has the task; the file must then not be published for it. */
  complete(key: RunKey, { entries, ...file }: FinishedFile): Promise<boolean> {
    return this.changeRun(key, {
      ...file,
      ...(entries && { entries: [...entries] }),
      damage: file.damage.length === 0 ? null : file.damage,
      ...OVER,
      status: 'complete',
      stage: null,
      progress: 100,
      finishedAt: () => 'now()',
      expiresAt: this.keptUntil(),
    });
  }

  fail(key: RunKey, { code, message, values, damage }: Failure): Promise<boolean> {
    return this.changeRun(key, {
      ...OVER,
      status: 'error',
      errorCode: code,
      errorMessage: message,
      errorValues: values,
      damage,
      expiresAt: this.keptUntil(),
    });
  }

  /**
   * Hands a task back to the queue without counting this run as a try. A task that may only run
   * alone becomes what it was before the run: a task whose run died. So `giveUp` ends its wait if no
   * worker is ever idle.
   */
  handBack(key: RunKey): Promise<boolean> {
    const attempts = (): string => 'greatest(attempts - 1, 0)';
    const isSolo = `attempts - 1 >= ${SOLO_RUN.deaths}`;
    return this.changeRun(key, {
      ...IDLE,
      status: () => `CASE WHEN ${isSolo} THEN 'processing' ELSE 'queued' END`,
      leaseUntil: () => `CASE WHEN ${isSolo} THEN now() END`,
      stage: 'queued',
      combinedBytes: null,
      attempts,
    });
  }

  /** @returns false if there is nothing to cancel. */
  cancel(taskId: string): Promise<boolean> {
    return this.change(
      { taskId, status: In(['prepared', 'queued', 'processing']) },
      { ...OVER, status: 'cancelled', stage: null, expiresAt: this.keptUntil() },
    );
  }

  /** Cancels a task before its first start. @returns false if it has been started. */
  async cancelUnstarted(task: NewTask): Promise<boolean> {
    const values = [...valuesOf(task), this.env.FILE_RETENTION_SECONDS];
    const added: unknown[] = await this.rows.query(CANCEL_UNSTARTED, values);
    return added.length > 0;
  }

  /**
   * Fails the tasks whose finished file has disappeared, so that starting them again makes a new
   * file.
   */
  async failLostFile(fileId: string, errorCode: string, errorMessage: string): Promise<void> {
    await this.change(
      { fileId, status: 'complete' },
      { status: 'error', fileId: null, fileBytes: null, damage: null, errorCode, errorMessage },
    );
  }

  /**
   * Fails tasks whose runs have all died, and tasks that had to run alone but could not.
   * @param except ids of tasks that this process is running, whatever their leases say.
   * @returns the failed tasks with their last runs.
   */
  async giveUp(
    errorCode: string,
    errorMessage: string,
    except: readonly string[],
  ): Promise<RunKey[]> {
    if (!this.mayTakeOver) {
      return [];
    }
    const result = await this.rows
      .createQueryBuilder()
      .update()
      .set({ ...OVER, status: 'error', errorCode, errorMessage, expiresAt: this.keptUntil() })
      .where(
        `status = 'processing' AND ((lease_until < now() AND attempts >= ${TRIES})
          OR (lease_until < now() - ${SOLO_RUN.forAtMost} AND attempts = ${SOLO_RUN.deaths}))`,
      )
      .andWhere('task_id <> ALL (:except)', { except })
      .returning('task_id AS "taskId", run_id AS "runId"')
      .execute();
    return result.raw as RunKey[];
  }

  /** The oldest 1,000 tasks that should be queued or running, but may have been lost. */
  findOpen(): Promise<Pick<MergeTask, 'taskId' | 'queuedAt' | 'runId'>[]> {
    return this.rows
      .createQueryBuilder('task')
      .select(['task.taskId', 'task.queuedAt', 'task.runId'])
      .where(`task.status = 'queued' OR (task.status = 'processing' AND task.lease_until < now())`)
      .orderBy('task.queuedAt')
      .limit(1000)
      .getMany();
  }

  async findWorkers(): Promise<string[]> {
    const found: { worker_id: string }[] = await this.rows.query(
      `SELECT DISTINCT worker_id FROM merge_task WHERE status = 'processing' AND worker_id IS NOT NULL`,
    );
    return found.map((row) => row.worker_id);
  }

  /** Ends the leases of a dead worker. */
  async release(workerId: string): Promise<void> {
    const leaseUntil = (): string => 'least(lease_until, now())';
    await this.change({ workerId, status: 'processing' }, { leaseUntil });
  }

  /**
   * False for a while after the database was down. Runs could not renew their leases then, so they
   * get time to do so before an expired lease counts as a dead run.
   */
  private get mayTakeOver(): boolean {
    return this.watch.steadyMs >= LEASE_SECONDS * 1000;
  }

  private async begin(sql: string, values: readonly unknown[]): Promise<Started | null> {
    const attempt = (): Promise<Started[]> => this.rows.query(sql, [...values]);
    // If two of these statements run concurrently, the second may find nothing, because its
    // snapshot predates the first one's commit. So it is tried again.
    return (await attempt())[0] ?? (await attempt())[0] ?? null;
  }

  private keptUntil(): () => string {
    return () => `now() + make_interval(secs => ${Number(this.env.FILE_RETENTION_SECONDS)})`;
  }

  private changeRun({ taskId, runId }: RunKey, change: Change): Promise<boolean> {
    return this.change({ taskId, runId, status: 'processing' }, change);
  }

  private async change(where: FindOptionsWhere<MergeTask>, change: Change): Promise<boolean> {
    return ((await this.rows.update(where, change)).affected ?? 0) > 0;
  }
}

/** How many tasks one statement may read. */
const MOST_AT_ONCE = 200;

const ALWAYS_STEADY = { steadyMs: Infinity };

/** Rejects other strings, because Postgres fails on a NUL even in a query parameter. */
function isId(text: string): boolean {
  return /^[\w-]+$/.test(text);
}

interface TwinRow extends Record<'fileId' | 'fileBytes' | 'combinedBytes', string> {
  readonly damage: unknown;
  readonly fileName: string | null;
  readonly entries: EntryStanding[] | null;
}

type Change = QueryDeepPartialEntity<MergeTask>;

function atLeast(progress: number): () => string {
  return () => `greatest(progress, ${Number(progress)})`;
}

/** Set when no run has the task. The last run id is kept. */
const IDLE = {
  workerId: null,
  leaseUntil: null,
  speed: null,
  etaSeconds: null,
} as const;
/** Set when a task ends. Also removes the visitor. */
const OVER = { ...IDLE, visitor: null } as const;

function valuesOf({ taskId, shareKey, recipe, steps }: NewTask): unknown[] {
  // The driver would otherwise encode the array as a Postgres array.
  return [taskId, recipe.kind, shareKey, recipe, recipe.fileName, JSON.stringify(steps)];
}
