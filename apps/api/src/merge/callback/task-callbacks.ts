import { isFinal, type MergeState, type MergeStatus, type WebhookDelivery } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { deleteInBatches } from '../../infra/database/delete-in-batches.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import { taskStatus } from '../task/task-status.js';

/** A call that this process has claimed. No other process claims it while the lease lasts. */
export interface ClaimedCallback {
  readonly id: string;
  readonly runId: string;
  readonly accountId: string;
  readonly url: string;
  readonly type: string;
  readonly payload: MergeStatus;
  readonly endedAt: Date;
  /** Number of attempts, including this one. */
  readonly attempts: number;
  /** Time since the first attempt was due. */
  readonly ageSeconds: number;
}

export interface CallbackOutcome {
  readonly status: number | null;
  /** Why there was no response; null if there was one. */
  readonly error: string | null;
}

/** Must be longer than an attempt may take. */
const LEASE = `interval '1 minute'`;
/** How many calls one account may have in progress, so that it can't occupy all slots. */
const AT_ONCE_PER_ACCOUNT = 2;
/**
 * How long an account's other calls to a host wait after one has failed. Otherwise, many tasks
 * could flood a host or burden one that is already overloaded.
 */
const HOST_PAUSE = `interval '15 seconds'`;
/** The maximum number of an account's failed calls that are retried. */
const RETRIED = 1000;
const ENDED_AT_ONCE = 50;
const LISTED = 50;
const KEPT_DAYS = 7;
/** How many calls that have ended are kept for each account. */
const KEPT_ROWS = 1000;
/** A task that hasn't been started after this long never will be. */
const WAITING_DAYS = 2;

const TYPES = {
  complete: 'task.complete',
  error: 'task.failed',
  cancelled: 'task.cancelled',
} as const satisfies Partial<Record<MergeState, WebhookDelivery['type']>>;

const COLUMNS = `id, task_id AS "taskId", url, type, state, attempts, last_status AS "lastStatus",
  last_error AS "lastError", created_at AS "createdAt",
  CASE WHEN state = 'due' THEN due_at END AS "dueAt"`;

interface Row {
  readonly id: string;
  readonly taskId: string;
  readonly url: string;
  readonly type: WebhookDelivery['type'];
  readonly state: WebhookDelivery['state'];
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly dueAt: Date | null;
}

/**
 * The URLs to call when tasks end (`callback_url`). They are kept in the database, so no call is
 * lost when a process dies. All times are on the database's clock. `webhooks/` makes the calls.
 */
@Injectable()
export class TaskCallbacks {
  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly tasks: MergeTaskRepository,
  ) {}

  /**
   * An account has one URL per task, and a later one replaces it. Otherwise a single task could call
   * any number of addresses.
   */
  async add(taskId: string, accountId: string, url: string): Promise<void> {
    const id = `msg_${randomBytes(16).toString('hex')}`;
    await this.manager.query(
      `INSERT INTO task_callback (id, task_id, account_id, url) VALUES ($1, $2, $3, $4)
       ON CONFLICT (task_id, account_id) WHERE state = 'waiting'
       DO UPDATE SET url = excluded.url`,
      [id, taskId, accountId, url],
    );
  }

  /** Marks the calls of ended tasks as due, whichever process ended the tasks. */
  async noteEnded(): Promise<void> {
    const ended: { id: string; taskId: string }[] = await this.manager.query(
      `SELECT c.id, c.task_id AS "taskId" FROM task_callback c
       JOIN merge_task t ON t.task_id = c.task_id
       WHERE c.state = 'waiting' AND t.status IN ('complete', 'error', 'cancelled')
       ORDER BY c.created_at LIMIT $1`,
      [ENDED_AT_ONCE],
    );
    for (const { id, taskId } of ended) {
      const task = await this.tasks.find(taskId);
      if (task === null || !isFinal(task.status)) {
        // The task was removed or restarted in the meantime.
        continue;
      }
      const type = TYPES[task.status as keyof typeof TYPES];
      await this.manager.query(
        `UPDATE task_callback
         SET state = 'due', type = $2, payload = $3, ended_at = now(), begun_at = now(), due_at = now()
         WHERE id = $1 AND state = 'waiting'`,
        [id, type, JSON.stringify(taskStatus(task))],
      );
    }
  }

  /** Claims the call that has been due for longest; null if there is none. */
  async claim(runId: string): Promise<ClaimedCallback | null> {
    const [[claimed]]: [Omit<ClaimedCallback, 'runId'>[], number] = await this.manager.query(
      // Counting separately for each due call would take quadratic time for an account with many
      // calls.
      `WITH busy AS MATERIALIZED (
         SELECT account_id FROM task_callback WHERE state = 'due' AND lease_until > now()
         GROUP BY account_id HAVING count(*) >= ${AT_ONCE_PER_ACCOUNT}
       ), next AS MATERIALIZED (
         SELECT id FROM task_callback
         WHERE state = 'due' AND due_at <= now() AND account_id NOT IN (SELECT account_id FROM busy)
         ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       UPDATE task_callback AS due
       SET run_id = $1, attempts = attempts + 1, due_at = now() + ${LEASE},
         lease_until = now() + ${LEASE}
       FROM next WHERE due.id = next.id AND due.state = 'due' AND due.due_at <= now()
       RETURNING due.id, account_id AS "accountId", url, type, payload, ended_at AS "endedAt",
         attempts, extract(epoch FROM now() - begun_at)::float8 AS "ageSeconds"`,
      [runId],
    );
    return claimed === undefined ? null : { ...claimed, runId };
  }

  /** @param again when to try again, in seconds; null if this was the last attempt */
  async settle(
    { id, runId }: Pick<ClaimedCallback, 'id' | 'runId'>,
    { status, error }: CallbackOutcome,
    { isDelivered, again }: { readonly isDelivered: boolean; readonly again: number | null },
  ): Promise<void> {
    await this.manager.query(
      `UPDATE task_callback AS call SET last_status = $3, last_error = $4, lease_until = NULL,
         state = CASE WHEN $5 THEN 'delivered' WHEN $6::float8 IS NULL OR (
           SELECT count(*) FROM task_callback AS other WHERE other.account_id = call.account_id
             AND other.state = 'due' AND other.attempts > 0) > ${RETRIED}
           THEN 'failed' ELSE 'due' END,
         due_at = now() + make_interval(secs => $6::float8)
       WHERE id = $1 AND run_id = $2`,
      [id, runId, status, error, isDelivered, again],
    );
    if (!isDelivered) {
      // A call in progress becomes due again only when its lease ends.
      await this.manager.query(
        `UPDATE task_callback AS other SET due_at = now() + ${HOST_PAUSE} FROM task_callback AS call
         WHERE call.id = $1 AND other.id <> call.id AND other.account_id = call.account_id
           AND other.state = 'due' AND other.due_at < now() + ${HOST_PAUSE}
           AND split_part(other.url, '/', 3) = split_part(call.url, '/', 3)`,
        [id],
      );
    }
  }

  async ofAccount(accountId: string): Promise<WebhookDelivery[]> {
    const rows: Row[] = await this.manager.query(
      `SELECT ${COLUMNS} FROM task_callback WHERE account_id = $1
       ORDER BY created_at DESC, id LIMIT ${LISTED}`,
      [accountId],
    );
    return rows.map(toDelivery);
  }

  /**
   * Sends a message again, once the attempt that may be running has ended.
   * @returns null if the account has no such message, or if its task has not ended
   */
  async replay(id: string, accountId: string): Promise<WebhookDelivery | null> {
    const [[row]]: [Row[], number] = await this.manager.query(
      `UPDATE task_callback SET state = 'due', attempts = 0, begun_at = now(), run_id = NULL,
         due_at = greatest(now(), lease_until)
       WHERE id = $1 AND account_id = $2 AND state <> 'waiting' RETURNING ${COLUMNS}`,
      [id, accountId],
    );
    return row === undefined ? null : toDelivery(row);
  }

  @Sweep({ name: 'task callbacks', everyMs: 3_600_000 })
  removeOld(): Promise<void> {
    return deleteInBatches(
      this.manager,
      `DELETE FROM task_callback WHERE id IN (
         SELECT id FROM task_callback AS old
         WHERE (state IN ('delivered', 'failed') AND created_at < now() - interval '${KEPT_DAYS} days')
           OR (state = 'waiting' AND created_at < now() - interval '${WAITING_DAYS} days'
             AND NOT EXISTS (
               SELECT 1 FROM merge_task WHERE task_id = old.task_id
                 AND status IN ('queued', 'processing')))
         ORDER BY created_at LIMIT $1)`,
    );
  }

  /** Removes calls that have ended, except the newest of each account. */
  @Sweep({ name: 'task callbacks beyond', everyMs: 3_600_000 })
  removeBeyond(batch?: number): Promise<void> {
    return deleteInBatches(
      this.manager,
      `DELETE FROM task_callback WHERE id IN (
         SELECT old.id FROM (
           SELECT account_id FROM task_callback GROUP BY account_id HAVING count(*) > ${KEPT_ROWS}
         ) AS many CROSS JOIN LATERAL (
           SELECT id FROM task_callback
           WHERE account_id = many.account_id AND state IN ('delivered', 'failed')
           ORDER BY created_at DESC, id OFFSET ${KEPT_ROWS}
         ) AS old LIMIT $1)`,
      [],
      batch,
    );
  }
}

function toDelivery(row: Row): WebhookDelivery {
  return {
    ...{ id: row.id, task_id: row.taskId, url: row.url, type: row.type, state: row.state },
    ...{ attempts: row.attempts, last_status: row.lastStatus, last_error: row.lastError },
    created_at: row.createdAt.toISOString(),
    next_attempt_at: row.dueAt?.toISOString() ?? null,
  };
}
