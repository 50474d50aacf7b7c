import type { MergeState } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { MergeTask } from './merge-task.entity.js';

export interface TaskState {
  readonly status: MergeState;
  readonly fileBytes: number | null;
  /** Seconds until its file expires, by the database's clock; null without a file. */
  readonly fileSecondsLeft: number | null;
}

/** SQL expression for a recipe without the segments of its streams, which can take megabytes. */
const LIGHT_RECIPE = ['main', 'sound', 'source'].reduce(
  (recipe, stream) => `${recipe} #- '{${stream},segments}' #- '{${stream},segmentSeconds}'`,
  'recipe',
);

@Injectable()
export class KnownTaskRepository {
  constructor(@InjectRepository(MergeTask) private readonly rows: Repository<MergeTask>) {}

  /** A task's recipe, without segments and not validated; null if there is none. */
  async recipe(taskId: string): Promise<unknown> {
    const [found]: { recipe: unknown }[] = await this.rows.query(
      `SELECT ${LIGHT_RECIPE} AS recipe FROM merge_task WHERE task_id = $1`,
      [taskId],
    );
    return found?.recipe ?? null;
  }

  async states(taskIds: readonly string[]): Promise<Map<string, TaskState>> {
    const found: (TaskState & { taskId: string })[] = await this.rows.query(
      `SELECT task_id AS "taskId", status, file_bytes::float8 AS "fileBytes",
         CASE WHEN status = 'complete' AND file_id IS NOT NULL AND expires_at > now()
           THEN ceil(extract(epoch FROM expires_at - now()))::int END AS "fileSecondsLeft"
       FROM merge_task WHERE task_id = ANY ($1)`,
      [[...taskIds]],
    );
    return new Map(found.map(({ taskId, ...state }) => [taskId, state]));
  }
}
