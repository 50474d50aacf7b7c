import type {
  EntryStanding,
  ErrorValues,
  MergeStage,
  MergeState,
  MergeStep,
} from '@dipper/contract';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, In, type Repository } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { DatabaseWatch } from '../../infra/database/database-watch.js';
import { ENV, type Env } from '../../infra/env/env.module.js';
import type { Recipe } from '../../make/recipe.js';
import type { Span } from '../../source/source-damaged.js';
import { asDamage } from './damage.js';
import { MergeTask } from './merge-task.entity.js';
import { CANCEL_UNSTARTED, PREPARE, RESTART, START, TWIN } from './merge-task.sql.js';
import { CLAIM, LEASE, LEASE_SECONDS, TRIES, WAITS_ALONE } from './queue.sql.js';

export interface NewTask {
  readonly taskId: string;
  /** The same for every task that would make the same file. */
  readonly shareKey: string;
  readonly recipe: Recipe;
  /** Host of its main source; null where it has none. */
  readonly sourceHost: string | null;
  /** What it will do, each with its share of the work; null when that is not known. */
  readonly steps: readonly MergeStep[] | null;
}

/** What starting a task came to. */
export interface Started {
  readonly status: MergeState;
  readonly queuedAt: Date;
  /** The newest run that there was. */
  readonly runId: string | null;
  readonly fileId: string | null;
  readonly fileBytes: number | null;
  /** By this call; false when it was under way or over already. */
  readonly begun: boolean;
}

/** What a worker takes. */
export interface ClaimLimits {
  /** Kinds of recipes it can make. */
  readonly kinds: readonly string[];
  /** Tasks it has at work already, whatever their leases say. */
  readonly except: readonly string[];
  /** Visitors and source hosts that have their share of it. */
  readonly exceptVisitors?: readonly string[];
  readonly exceptHosts?: readonly string[];
  /** How many runs of a task may have ended without a word; all that are tried when not given. */
  readonly mostDeaths?: number;
}

/** A task that a run has taken, with what it is to make. */
export interface ClaimedTask {
  readonly taskId: string;
  /** As it stands in the row: parsed by who takes it. */
  readonly recipe: unknown;
  readonly progress: number;
  /** Null for a task of an older version. */
  readonly steps: MergeStep[] | null;
  readonly visitor: string | null;
  readonly sourceHost: string | null;
  /** Its file is wanted even if the source is damaged. */
  readonly acceptsDamage: boolean;
  /** Runs of it that ended without a word: perhaps it was the task that killed their process. */
  readonly deaths: number;
  /** The run that had it before and is dead; null when there was none. */
  readonly staleRunId: string | null;
  /** Who had that run when its lease ended; null when it was handed back, or there was none. */
  readonly staleWorkerId: string | null;
}

/** Who is making a task's file: only the holder of the newest run may change the task. */
export interface RunKey {
  readonly taskId: string;
  readonly runId: string;
}

/** Where a run stands. Bytes a second, seconds. */
export interface Advance {
  readonly stage: MergeStage;
  readonly progress: number;
  readonly speed: number | null;
  readonly etaSeconds: number | null;
  readonly combinedBytes: number | null;
  /** Of a bundle; null where they are as they were, or there are none. */
  readonly entries?: readonly EntryStanding[] | null;
}

/** Why a run made no file. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly values: ErrorValues | null;
  /** Where the source is damaged; null when that is not why. */
  readonly damage: readonly Span[] | null;
}

export interface FinishedFile {
  readonly fileId: string;
  readonly fileBytes: number;
  readonly combinedBytes: number;
  /** Where its source is damaged; empty for a good file. */
  readonly damage: readonly Span[];
  /** The name it is saved under, where the recipe did not know it. */
  readonly fileName?: string;
  /** Of a bundle that another task made: how its entries stand. */
  readonly entries?: readonly EntryStanding[];
}

/**
 * The truth about tasks. Every change is one conditional statement, so that two processes cannot
 * both believe that they made it; all times are the database's, whatever the clocks of processes say.
 */
@Injectable()
export class MergeTaskRepository {
  constructor(
    @InjectRepository(MergeTask) private readonly rows: Repository<MergeTask>,
    @Inject(ENV) private readonly env: Pick<Env, 'FILE_RETENTION_SECONDS'>,
    @Inject(DatabaseWatch) private readonly watch: Pick<DatabaseWatch, 'steadyMs'> = ALWAYS_STEADY,
  ) {}

  /** A task without its recipe. */
  async find(taskId: string): Promise<MergeTask | null> {
    return isId(taskId) ? this.rows.findOneBy({ taskId }) : null;
  }

  /**
   * Keeps a task whose id cannot say what it stands for, until it is started.
   * @param visitor who wishes for it, as a key; null when that is not known.
   * @returns false when they have prepared too much that was not started.
   */
  async prepare(task: NewTask, visitor: string | null = null): Promise<boolean> {
    const values = [...valuesOf(task), task.sourceHost, visitor];
    const kept: unknown[] = await this.rows.query(PREPARE, values);
    return kept.length > 0;
  }

  /**
   * Starts a task: it waits from now on, or is complete at once where its file is there already,
   * made for another visitor. One that waits, runs or is complete stays as it is; one that failed
   * or was cancelled begins anew.
   * @param acceptsDamage also a file whose source is damaged will do; else nobody's such file is shared.
   * @param visitor who waits for it, as a key; null when that is not known.
   * @returns where it stands now; null when its time is over, or when too many wait already.
   */
  async start(
    task: NewTask,
    acceptsDamage = false,
    visitor: string | null = null,
  ): Promise<Started | null> {
    const keep = this.env.FILE_RETENTION_SECONDS;
    const values = [...valuesOf(task), keep, acceptsDamage, visitor, task.sourceHost];
    return this.begin(START, values);
  }

  /**
   * Starts a task that is known already, by what is kept of it.
   * @returns null when nothing is, or when too many wait already.
   */
  async restart(
    taskId: string,
    acceptsDamage = false,
    visitor: string | null = null,
  ): Promise<Started | null> {
    return isId(taskId) ? this.begin(RESTART, [taskId, acceptsDamage, visitor]) : null;
  }

  /** The file of a task, where another one has it already; a damaged one only where that is accepted. */
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

  /** Takes the task whose turn it is (`queue.sql.ts`) for a new run; null when there is none. */
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

  /** Notes where a run stands and that it is alive. @returns false when the task is not this run's any more. */
  advance(key: RunKey, { progress, entries, ...rest }: Advance): Promise<boolean> {
    return this.changeRun(key, {
      ...rest,
      ...(entries && { entries: [...entries] }),
      progress: atLeast(progress),
      leaseUntil: () => LEASE,
    });
  }

  /** @returns false when the task is not this run's any more: its file must not be published for it. */
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

  /** Gives a task back to the queue, without counting this run against it. */
  handBack(key: RunKey): Promise<boolean> {
    const attempts = (): string => 'greatest(attempts - 1, 0)';
    return this.changeRun(key, {
      ...IDLE,
      status: 'queued',
      stage: 'queued',
      combinedBytes: null,
      attempts,
    });
  }

  /** @returns false when there is nothing to cancel. */
  cancel(taskId: string): Promise<boolean> {
    return this.change(
      { taskId, status: In(['prepared', 'queued', 'processing']) },
      { ...OVER, status: 'cancelled', stage: null, expiresAt: this.keptUntil() },
    );
  }

  /** Cancels a task before its first start. @returns false when it has been started. */
  async cancelUnstarted(task: NewTask): Promise<boolean> {
    const values = [...valuesOf(task), this.env.FILE_RETENTION_SECONDS];
    const added: unknown[] = await this.rows.query(CANCEL_UNSTARTED, values);
    return added.length > 0;
  }

  /** Fails the tasks whose finished file is gone from the disk: started again, it is made again. */
  async lose(fileId: string, errorCode: string, errorMessage: string): Promise<void> {
    await this.change(
      { fileId, status: 'complete' },
      { status: 'error', fileId: null, fileBytes: null, damage: null, errorCode, errorMessage },
    );
  }

  /**
   * Ends tasks that every run of theirs died of, and those that must run alone and could not.
   * @param except task ids that this process has at work, whatever their leases say.
   * @returns them with their last runs.
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
          OR (lease_until < now() - ${WAITS_ALONE.forAtMost} AND attempts = ${WAITS_ALONE.deaths}))`,
      )
      .andWhere('task_id <> ALL (:except)', { except })
      .returning('task_id AS "taskId", run_id AS "runId"')
      .execute();
    return result.raw as RunKey[];
  }

  /** Tasks that should be in the queue or running, and are perhaps in neither; the oldest 1,000. */
  findOpen(): Promise<Pick<MergeTask, 'taskId' | 'queuedAt' | 'runId'>[]> {
    return this.rows
      .createQueryBuilder('task')
      .select(['task.taskId', 'task.queuedAt', 'task.runId'])
      .where(`task.status = 'queued' OR (task.status = 'processing' AND task.lease_until < now())`)
      .orderBy('task.queuedAt')
      .limit(1000)
      .getMany();
  }

  /** Worker ids that hold tasks. */
  async findWorkers(): Promise<string[]> {
    const found: { worker_id: string }[] = await this.rows.query(
      `SELECT DISTINCT worker_id FROM merge_task WHERE status = 'processing' AND worker_id IS NOT NULL`,
    );
    return found.map((row) => row.worker_id);
  }

  /** Ends the leases of a worker that is known to be dead. */
  async release(workerId: string): Promise<void> {
    const leaseUntil = (): string => 'least(lease_until, now())';
    await this.change({ workerId, status: 'processing' }, { leaseUntil });
  }

  /**
   * While the database was away, no run could renew its lease: each gets the time to do so before
   * one that is over counts as that of a dead run.
   */
  private get mayTakeOver(): boolean {
    return this.watch.steadyMs >= LEASE_SECONDS * 1000;
  }

  private async begin(sql: string, values: readonly unknown[]): Promise<Started | null> {
    const attempt = (): Promise<Started[]> => this.rows.query(sql, [...values]);
    // Of two at the same moment, the second finds nothing: it was asked before the first was done.
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

const ALWAYS_STEADY = { steadyMs: Infinity };

/** Ids are of these characters; and Postgres takes no NUL even in a question. */
function isId(text: string): boolean {
  return /^[\w-]+$/.test(text);
}

/** `TWIN`, as a driver gives it. */
interface TwinRow extends Record<'fileId' | 'fileBytes' | 'combinedBytes', string> {
  readonly damage: unknown;
  readonly fileName: string | null;
  readonly entries: EntryStanding[] | null;
}

type Change = QueryDeepPartialEntity<MergeTask>;

/** Progress that is never less than what is written already. */
function atLeast(progress: number): () => string {
  return () => `greatest(progress, ${Number(progress)})`;
}

/** Nobody is at work on it; which run was the last stays known. */
const IDLE = {
  workerId: null,
  leaseUntil: null,
  speed: null,
  etaSeconds: null,
} as const;
/** Its end is known; nobody is to find out who waited for it. */
const OVER = { ...IDLE, visitor: null } as const;

/** What every statement that adds a task begins with. */
function valuesOf({ taskId, shareKey, recipe, steps }: NewTask): unknown[] {
  // A driver would write an array as one of the database's.
  return [taskId, recipe.kind, shareKey, recipe, recipe.fileName, JSON.stringify(steps)];
}
