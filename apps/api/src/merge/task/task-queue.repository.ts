import type { MergeStep } from '@dipper/contract';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { MergeTask } from './merge-task.entity.js';
import {
  ANY_WAITING,
  MARK_VIEWED,
  COUNT_WAITING,
  END_ABANDONED,
  PLACES,
  QUEUE_STATE,
} from './queue.sql.js';

export interface QueuePlace {
  readonly taskId: string;
  /** 1 for the task that is taken next. */
  readonly place: number;
  /** The progress that an earlier run showed, 0-100. */
  readonly progress: number;
  readonly steps: MergeStep[] | null;
  readonly kind: string;
}

/** Numbers of waiting tasks, counted up to `WAITING`. */
interface WaitingCounts {
  readonly own: number;
  readonly all: number;
}

/** A summary of the line for operators. */
export interface QueueState {
  readonly tasks: number;
  /** How long the oldest task has been waiting; 0 if none is. */
  readonly oldestSeconds: number;
}

@Injectable()
export class TaskQueueRepository {
  constructor(
    @InjectRepository(MergeTask) private readonly rows: Repository<MergeTask>,
    @Inject(ENV) private readonly env: Pick<Env, 'FILE_RETENTION_SECONDS'>,
  ) {}

  /**
   * The places of all queued tasks. A task whose run has died has a place in the line, but does not
   * count as queued.
   */
  places(): Promise<QueuePlace[]> {
    return this.rows.query(PLACES);
  }

  async isAnyWaiting(): Promise<boolean> {
    const found: unknown[] = await this.rows.query(ANY_WAITING);
    return found.length > 0;
  }

  async state(): Promise<QueueState> {
    const [state]: QueueState[] = await this.rows.query(QUEUE_STATE);
    return state ?? { tasks: 0, oldestSeconds: 0 };
  }

  async countWaiting(visitor: string | null): Promise<WaitingCounts> {
    const [crowd]: WaitingCounts[] = await this.rows.query(COUNT_WAITING, [visitor]);
    return crowd ?? { own: 0, all: 0 };
  }

  /** Records that these tasks are still wanted, at most once a minute each. */
  async noteViewers(taskIds: readonly string[]): Promise<void> {
    await this.rows.query(MARK_VIEWED, [taskIds]);
  }

  /**
   * Cancels abandoned tasks that are far from done.
   * @param slow limits: a run is slow if its rate is lower, or if it has more time left
   * @returns the ids of the cancelled tasks.
   */
  async endAbandoned(slow: { bytesPerSecond: number; secondsLeft: number }): Promise<string[]> {
    const [ended]: [{ taskId: string }[], number] = await this.rows.query(END_ABANDONED, [
      this.env.FILE_RETENTION_SECONDS,
      slow.bytesPerSecond,
      slow.secondsLeft,
    ]);
    return ended.map(({ taskId }) => taskId);
  }
}
