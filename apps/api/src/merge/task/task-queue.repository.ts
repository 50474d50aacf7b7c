import type { MergeStep } from '@dipper/contract';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { MergeTask } from './merge-task.entity.js';
import { ANY_WAITING, ASKED, CROWD, END_FORSAKEN, PLACES } from './queue.sql.js';

/** Where a queued task stands. */
export interface Place {
  readonly taskId: string;
  /** 1 is taken next. */
  readonly place: number;
  /** What an earlier run has shown, 0-100. */
  readonly progress: number;
  /** Null for a task of an older version. */
  readonly steps: MergeStep[] | null;
  /** Of its recipe. */
  readonly kind: string;
}

/** How many tasks wait, counted no further than `WAITING`. */
export interface Crowd {
  /** Of one visitor. */
  readonly own: number;
  readonly all: number;
}

/** What is asked of the tasks that wait as a line, rather than of one task. */
@Injectable()
export class TaskQueueRepository {
  constructor(
    @InjectRepository(MergeTask) private readonly rows: Repository<MergeTask>,
    @Inject(ENV) private readonly env: Pick<Env, 'FILE_RETENTION_SECONDS'>,
  ) {}

  /** The places of all queued tasks. A task whose run has died stands in the line, but is not queued. */
  places(): Promise<Place[]> {
    return this.rows.query(PLACES);
  }

  async isAnyWaiting(): Promise<boolean> {
    const found: unknown[] = await this.rows.query(ANY_WAITING);
    return found.length > 0;
  }

  async crowd(visitor: string | null): Promise<Crowd> {
    const [crowd]: Crowd[] = await this.rows.query(CROWD, [visitor]);
    return crowd ?? { own: 0, all: 0 };
  }

  /** Notes that somebody still asks about tasks; once a minute at most for each. */
  async noteAsked(taskIds: readonly string[]): Promise<void> {
    await this.rows.query(ASKED, [taskIds]);
  }

  /**
   * Cancels tasks that nobody asks about any more and that are far from their end.
   * @param slow below how many bytes a second, and beyond how many seconds left, a run is slow.
   * @returns their ids.
   */
  async endForsaken(slow: { bytesPerSecond: number; secondsLeft: number }): Promise<string[]> {
    const [ended]: [{ taskId: string }[], number] = await this.rows.query(END_FORSAKEN, [
      this.env.FILE_RETENTION_SECONDS,
      slow.bytesPerSecond,
      slow.secondsLeft,
    ]);
    return ended.map(({ taskId }) => taskId);
  }
}
