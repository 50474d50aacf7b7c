import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Not, type Repository } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { MergeTask } from './merge-task.entity.js';

/** What retention asks of the tasks. */
@Injectable()
export class ExpiredTaskRepository {
  constructor(@InjectRepository(MergeTask) private readonly rows: Repository<MergeTask>) {}

  /**
   * Forgets all of tasks whose time is over but their ids: an id lives as long as the extraction it
   * came from, and must not look as if it had never been started.
   * @returns names of the files that they had.
   */
  async forgetExpired(now: Date): Promise<string[]> {
    const over = await this.rows.find({
      select: { taskId: true, fileId: true },
      where: { expiresAt: LessThan(now), sourceKey: Not('') },
    });
    if (over.length > 0) {
      // Not one that was started anew since.
      const stillOver = { taskId: In(over.map(({ taskId }) => taskId)), expiresAt: LessThan(now) };
      await this.rows.update(stillOver, FORGOTTEN);
    }
    return over.flatMap(({ fileId }) => fileId ?? []);
  }

  /** Removes tasks that were over then. */
  async removeExpired(then: Date): Promise<void> {
    await this.rows.delete({ expiresAt: LessThan(then) });
  }

  /** Which of these tasks are being worked on. */
  async running(taskIds: readonly string[]): Promise<Set<string>> {
    const found = await this.rows.find({
      select: { taskId: true },
      where: { taskId: In(taskIds), status: 'processing' },
    });
    return new Set(found.map(({ taskId }) => taskId));
  }
}

const FORGOTTEN: QueryDeepPartialEntity<MergeTask> = {
  workerId: null,
  runId: null,
  leaseUntil: null,
  speed: null,
  etaSeconds: null,
  sourceKey: '',
  plan: {},
  stage: null,
  errorCode: null,
  errorMessage: null,
  combinedBytes: null,
  fileId: null,
  fileBytes: null,
  finishedAt: null,
};
