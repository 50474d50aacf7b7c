import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, In, type Repository } from 'typeorm';
import { EXTRACTION_LIFETIME_MS } from '../../extract/extraction/extraction-lifetime.js';
import { BATCH, deleteInBatches } from '../../infra/database/delete-in-batches.js';
import { MergeTask } from './merge-task.entity.js';

@Injectable()
export class ExpiredTasksRepository {
  constructor(@InjectRepository(MergeTask) private readonly rows: Repository<MergeTask>) {}

  /**
   * Forgets everything about expired tasks except their ids. An id stays valid for as long as its
   * extraction, and until then must not look like that of a task that was never started.
   * @returns the names of the tasks' files
   */
  async forgetExpired(): Promise<string[]> {
    const fileIds = new Set<string>();
    let forgotten: (string | null)[];
    do {
      forgotten = await this.forgetSome(BATCH);
      forgotten.forEach((fileId) => fileId !== null && fileIds.add(fileId));
    } while (forgotten.length === BATCH);
    return [...fileIds];
  }

  /** Removes forgotten tasks whose ids are no longer valid. */
  removeForgotten(): Promise<void> {
    const lifetime = `interval '${EXTRACTION_LIFETIME_MS / 1000} seconds'`;
    return deleteInBatches(
      this.rows,
      `DELETE FROM merge_task WHERE task_id IN (
         SELECT task_id FROM merge_task WHERE expires_at < now() - ${lifetime}
         ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    );
  }

  /**
   * @returns those of these runs that are in progress, or have left files for the next run of a
   * waiting task
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
