import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { Sweep } from '../infra/sweeps/sweeps.js';

const ORDINARY = 'coalesce(ordinary_expires_at, expires_at)';
/** `greatest` ignores the null of a file that is in no feed. */
const KEPT_UNTIL = `greatest(${ORDINARY}, (
  SELECT finished_at + make_interval(secs => max(kept_seconds)) FROM podcast_item
  WHERE podcast_item.task_id = merge_task.task_id))`;
/**
 * A file that is no longer in a feed may have been kept for longer than usual. It then expires now,
 * not in the past, because the row stays for a while after the file has expired.
 */
const EXPIRES = `greatest(now(), ${KEPT_UNTIL})`;
const SETTLE = `
  UPDATE merge_task
  SET expires_at = ${EXPIRES}, ordinary_expires_at = nullif(${ORDINARY}, ${KEPT_UNTIL})
  WHERE status = 'complete' AND file_id IS NOT NULL AND expires_at > now()
    AND expires_at <> ${EXPIRES}`;

/**
 * Sets when the files in podcast feeds expire: as late as the feed that keeps them longest says,
 * counted from when they were made, so that nobody can keep a file forever by adding it again.
 */
@Injectable()
export class FeedRetention {
  constructor(@InjectEntityManager() private readonly manager: EntityManager) {}

  /** Call this after a task has come into a feed or has left one. */
  async settle(taskId: string, manager = this.manager): Promise<void> {
    await manager.query(`${SETTLE} AND task_id = $1`, [taskId]);
  }

  /** Also finds files that were made again, and items that were removed with their feed or account. */
  @Sweep({ name: 'feed retention', everyMs: 30_000 })
  async settleAll(): Promise<void> {
    await this.manager.query(SETTLE);
  }
}
