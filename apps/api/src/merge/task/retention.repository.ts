import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, In, type Repository } from 'typeorm';
import { EXTRACTION_LIFETIME_MS } from '../../extract/extraction/extraction-lifetime.js';
import { inBatches } from '../../infra/database/in-batches.js';
import { MergeTask } from './merge-task.entity.js';

@Injectable()
export class RetentionRepository {
  constructor(@InjectRepository(MergeTask) private readonly rows: Repository<MergeTask>) {}

  /**
   * Forgets everything about expired tasks except their ids. An id is valid for as long as its
   * extraction, and must not look as if its task was never started.
   * @returns names of the files that the tasks had.
   */
  async forgetExpired(): Promise<string[]> {
    const fileIds = new Set<string>();
    await inBatches(async (limit) => {
      const forgotten = await this.forgetSome(limit);
      forgotten.forEach((fileId) => fileId !== null && fileIds.add(fileId));
      return forgotten.length;
    });
    return [...fileIds];
  }

  /** Removes at most `limit` forgotten tasks whose ids are no longer valid. @returns how many. */
  async removeForgotten(limit: number): Promise<number> {
    const lifetime = `interval '${EXTRACTION_LIFETIME_MS / 1000} seconds'`;
    const [, removed]: [unknown, number] = await this.rows.query(
      `DELETE FROM merge_task WHERE task_id IN (
         SELECT task_id FROM merge_task WHERE expires_at < now() - ${lifetime}
         ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [limit],
    );
    return removed;
  }

  /**
   * Finds out which of these runs are in progress, or have left their files for the next run of a
   * waiting task.
   */
  async liveRuns(runIds: readonly string[]): Promise<Set<string>> {
    const found = await this.rows.find({
      select: { runId: true },
      where: { runId: Any([...runIds]), status: In(['processing', 'queued']) },
    });
    return new Set(found.map(({ runId }) => runId ?? ''));
  }

  async filesInUse(fileIds: readonly string[]): Promise<Set<string>> {
    const found = await this.rows.find({
      select: { fileId: true },
      where: { fileId: Any([...fileIds]) },
    });
    return new Set(found.map(({ fileId }) => fileId ?? ''));
  }

  /** @returns each task's file; null if a task had none. */
  private async forgetSome(limit: number): Promise<(string | null)[]> {
    const over: { file_id: string | null }[] = await this.rows.query(
      `
      WITH over AS (
        SELECT task_id, file_id FROM merge_task WHERE expires_at < now() AND share_key <> ''
        ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED
      ), forgotten AS (
        UPDATE merge_task SET worker_id = NULL, run_id = NULL, lease_until = NULL, speed = NULL,
          eta_seconds = NULL, steps = NULL, share_key = '', recipe = '{}', file_name = '', stage = NULL,
          error_code = NULL, error_message = NULL, error_values = NULL, combined_bytes = NULL,
          file_id = NULL, file_bytes = NULL, finished_at = NULL, accepts_damage = false, damage = NULL,
          entries = NULL,
          visitor = NULL, source_host = NULL
        FROM over WHERE merge_task.task_id = over.task_id AND merge_task.expires_at < now()
        RETURNING over.file_id
      )
      SELECT file_id FROM forgotten`,
      [limit],
    );
    return over.map(({ file_id }) => file_id);
  }
}
