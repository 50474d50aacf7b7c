import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { SavedDownloads } from '../../auth/account/saved-downloads.js';
import { Download } from '../download.entity.js';

export interface OpenDownload {
  readonly id: string;
  readonly taskId: string;
  /**
   * True if it was saved over a day ago. By then its task is unknown, unless it is still running.
   */
  readonly isOld: boolean;
}

@Injectable()
export class EndingRepository {
  constructor(
    @InjectRepository(Download) private readonly rows: Repository<Download>,
    private readonly saved: SavedDownloads,
  ) {}

  /** @param fileSize size of the finished file, in bytes; null keeps the stored value */
  async complete(taskId: string, fileSize: number | null): Promise<void> {
    await this.rows.query(
      `UPDATE download_history SET status = 'completed', file_size = coalesce($2::bigint, file_size)
       WHERE task_id = $1`,
      [taskId, fileSize],
    );
  }

  async fail(taskId: string): Promise<void> {
    await this.rows.update({ taskId, status: 'in_progress' }, { status: 'failed' });
  }

  /** Removes a cancelled download and subtracts it from the daily count. */
  async remove(taskId: string): Promise<void> {
    const rows = await this.rows.find({ where: { taskId }, select: { accountId: true } });
    for (const { accountId } of rows) {
      await this.rows.manager.transaction(async (manager) => {
        // Lock the account first, as all other code does, because a different order could cause a
        // deadlock.
        await this.saved.lock(manager, accountId);
        const [gone]: [{ at: Date }[], number] = await manager.query(
          `DELETE FROM download_history
           WHERE task_id = $1 AND account_id = $2 AND status <> 'completed'
           RETURNING downloaded_at AS at`,
          [taskId, accountId],
        );
        for (const { at } of gone) {
          await this.saved.giveBack(manager, accountId, at);
        }
      });
    }
  }

  /** Lists downloads recorded as in progress, of one account or of all accounts, ordered by id. */
  open(limit: number, where: { accountId: string } | { afterId: string }): Promise<OpenDownload[]> {
    const [condition, value] =
      'accountId' in where ? ['account_id = $1', where.accountId] : ['id > $1', where.afterId];
    return this.rows.query(
      `SELECT id, task_id AS "taskId", downloaded_at < now() - interval '1 day' AS "isOld"
       FROM download_history
       WHERE status = 'in_progress' AND task_id IS NOT NULL AND ${condition}
       ORDER BY id LIMIT ${limit}`,
      [value],
    );
  }
}
