import type { MergeState } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { MergeTask } from './merge-task.entity.js';

/** How a task that was started stands. */
export interface TaskStanding {
  readonly status: MergeState;
  /** Of its file, while that is there. */
  readonly fileBytes: number | null;
  /** How long its file is still there, by the clock of the database; null where there is none. */
  readonly fileSecondsLeft: number | null;
}

/** Of a recipe all but what can be megabytes: the segments of its streams. */
const LIGHT_RECIPE = ['main', 'sound', 'source'].reduce(
  (recipe, stream) => `${recipe} #- '{${stream},segments}' #- '{${stream},segmentSeconds}'`,
  'recipe',
);

/** Reads tasks for those who only want to know. */
@Injectable()
export class KnownTaskRepository {
  constructor(@InjectRepository(MergeTask) private readonly rows: Repository<MergeTask>) {}

  /** What a task makes, without its segments, unchecked; null when there is none. */
  async recipe(taskId: string): Promise<unknown> {
    const [found]: { recipe: unknown }[] = await this.rows.query(
      `SELECT ${LIGHT_RECIPE} AS recipe FROM merge_task WHERE task_id = $1`,
      [taskId],
    );
    return found?.recipe ?? null;
  }

  async standings(taskIds: readonly string[]): Promise<Map<string, TaskStanding>> {
    const found: (TaskStanding & { taskId: string })[] = await this.rows.query(
      `SELECT task_id AS "taskId", status, file_bytes::float8 AS "fileBytes",
         CASE WHEN status = 'complete' AND file_id IS NOT NULL AND expires_at > now()
           THEN ceil(extract(epoch FROM expires_at - now()))::int END AS "fileSecondsLeft"
       FROM merge_task WHERE task_id = ANY ($1)`,
      [[...taskIds]],
    );
    return new Map(found.map(({ taskId, ...standing }) => [taskId, standing]));
  }
}
