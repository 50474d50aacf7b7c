import type { MergeStage } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  type FindOptionsWhere,
  In,
  IsNull,
  LessThan,
  MoreThan,
  Not,
  type Repository,
} from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import type { MergePlan } from '../extract/merge-plan.js';
import { MergeTask } from './merge-task.entity.js';

/** How long a run is believed to be alive without a sign of life, milliseconds. */
export const LEASE_MS = 15_000;
/** Runs of a task before it is given up. */
export const MAX_ATTEMPTS = 3;

export interface NewTask {
  readonly taskId: string;
  /** The same for every task that would make the same file. */
  readonly sourceKey: string;
  readonly plan: MergePlan;
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
}

export interface FinishedFile {
  readonly fileId: string;
  readonly fileBytes: number;
  readonly combinedBytes: number | null;
  readonly expiresAt: Date;
}

/**
 * The truth about tasks. Every change is one conditional UPDATE, so that two processes (or one
 * session that all share, as PGlite has) cannot both believe that they made it.
 */
@Injectable()
export class MergeTaskRepository {
  constructor(@InjectRepository(MergeTask) private readonly rows: Repository<MergeTask>) {}

  async find(taskId: string): Promise<MergeTask | null> {
    // Ids are of these characters; and Postgres takes no NUL even in a question.
    return /^[\w-]+$/.test(taskId) ? this.rows.findOneBy({ taskId }) : null;
  }

  /** Adds a queued task. @returns false when it is there already. */
  async add({ taskId, sourceKey, plan }: NewTask): Promise<boolean> {
    const added = await this.rows
      .createQueryBuilder()
      .insert()
      .values({
        taskId,
        sourceKey,
        plan: plan as never,
        status: 'queued',
        stage: 'queued',
        progress: 0,
        attempts: 0,
      })
      .orIgnore()
      .returning('task_id')
      .execute();
    return (added.raw as unknown[]).length > 0;
  }

  /** Queues a task anew that failed or was cancelled. @returns false when it is not one of these. */
  restart(taskId: string): Promise<boolean> {
    return this.change(
      { taskId, status: In(['error', 'cancelled']) },
      {
        status: 'queued',
        stage: 'queued',
        progress: 0,
        attempts: 0,
        speed: null,
        etaSeconds: null,
        errorCode: null,
        errorMessage: null,
        expiresAt: null,
        finishedAt: null,
        queuedAt: () => 'now()',
      },
    );
  }

  /** Takes a queued task, or one whose run is dead, for a new run. */
  async claim(key: RunKey, workerId: string): Promise<MergeTask | null> {
    const claimed = {
      status: 'processing',
      workerId,
      runId: key.runId,
      leaseUntil: this.leaseEnd(),
      attempts: () => 'attempts + 1',
    } as const;
    const free = await this.change({ taskId: key.taskId, status: 'queued' }, claimed);
    const taken =
      free ||
      (await this.change(
        {
          taskId: key.taskId,
          status: 'processing',
          leaseUntil: LessThan(new Date()),
          attempts: LessThan(MAX_ATTEMPTS),
        },
        claimed,
      ));
    return taken ? this.find(key.taskId) : null;
  }

  /** Notes where a run stands and that it is alive. @returns false when the task is not this run's any more. */
  advance(key: RunKey, { progress, ...rest }: Advance): Promise<boolean> {
    return this.changeRun(key, {
      ...rest,
      // Also a second run after a crash never shows less than the first had.
      progress: atLeast(progress),
      leaseUntil: this.leaseEnd(),
    });
  }

  /** @returns false when the task is not this run's any more: its file must not be published for it. */
  complete(key: RunKey, file: FinishedFile): Promise<boolean> {
    return this.changeRun(key, { ...file, ...COMPLETE });
  }

  /** A task whose file is there already, made for another visitor. */
  async completeAtOnce(taskId: string, file: FinishedFile): Promise<boolean> {
    return this.change({ taskId, status: 'queued' }, { ...file, ...COMPLETE });
  }

  fail(key: RunKey, errorCode: string, errorMessage: string, expiresAt: Date): Promise<boolean> {
    return this.changeRun(key, { status: 'error', errorCode, errorMessage, expiresAt, ...IDLE });
  }

  /** Gives a task back to the queue, without counting this run against it. */
  handBack(key: RunKey): Promise<boolean> {
    return this.changeRun(key, {
      status: 'queued',
      ...IDLE,
      attempts: () => 'greatest(attempts - 1, 0)',
    });
  }

  /** @returns false when there is nothing to cancel. */
  cancel(taskId: string, reached: number, expiresAt: Date): Promise<boolean> {
    return this.change(
      { taskId, status: In(['queued', 'processing']) },
      { status: 'cancelled', stage: null, progress: atLeast(reached), expiresAt, ...IDLE },
    );
  }

  /** Ends tasks that every run of theirs died of. @returns their ids. */
  async giveUp(errorCode: string, errorMessage: string, expiresAt: Date): Promise<string[]> {
    const result = await this.rows
      .createQueryBuilder()
      .update()
      .set({ status: 'error', errorCode, errorMessage, expiresAt, ...IDLE })
      .where(`status = 'processing' AND lease_until < now() AND attempts >= ${MAX_ATTEMPTS}`)
      .returning('task_id')
      .execute();
    return (result.raw as { task_id: string }[]).map((row) => row.task_id);
  }

  /** Tasks that should be in the queue or running, and are perhaps in neither. */
  async findOpen(): Promise<string[]> {
    const open = await this.rows.find({
      select: { taskId: true },
      where: [{ status: 'queued' }, { status: 'processing', leaseUntil: LessThan(new Date()) }],
      order: { queuedAt: 'ASC' },
      take: 1000,
    });
    return open.map(({ taskId }) => taskId);
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
    await this.change({ workerId, status: 'processing' }, { leaseUntil: new Date(0) });
  }

  /** Place of a queued task among those waiting; 1 is next. */
  async queuePosition({ queuedAt }: MergeTask): Promise<number> {
    return (await this.rows.countBy({ status: 'queued', queuedAt: LessThan(queuedAt) })) + 1;
  }

  /** A finished task with the same file, if that still lives then. */
  findTwin(sourceKey: string, livesUntil: Date): Promise<MergeTask | null> {
    return this.rows.findOne({
      where: {
        sourceKey,
        status: 'complete',
        fileId: Not(IsNull()),
        expiresAt: MoreThan(livesUntil),
      },
      order: { expiresAt: 'DESC' },
    });
  }

  /** Which of these files a task still refers to. */
  async filesInUse(fileIds: readonly string[]): Promise<Set<string>> {
    const found = await this.rows.find({
      select: { fileId: true },
      where: { fileId: In(fileIds) },
    });
    return new Set(found.map(({ fileId }) => fileId ?? ''));
  }

  private leaseEnd(): Date {
    return new Date(Date.now() + LEASE_MS);
  }

  private changeRun({ taskId, runId }: RunKey, change: Change): Promise<boolean> {
    return this.change({ taskId, runId, status: 'processing' }, change);
  }

  private async change(where: FindOptionsWhere<MergeTask>, change: Change): Promise<boolean> {
    return ((await this.rows.update(where, change)).affected ?? 0) > 0;
  }
}

type Change = QueryDeepPartialEntity<MergeTask>;

/** Progress that is never less than what is written already. */
function atLeast(progress: number): () => string {
  return () => `greatest(progress, ${Number(progress)})`;
}

const IDLE = {
  workerId: null,
  runId: null,
  leaseUntil: null,
  speed: null,
  etaSeconds: null,
} as const;
const COMPLETE = {
  ...IDLE,
  status: 'complete',
  stage: null,
  progress: 100,
  finishedAt: () => 'now()',
} as const;
