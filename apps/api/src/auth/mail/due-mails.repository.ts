import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { deleteInBatches } from '../../infra/database/delete-in-batches.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { normalizeEmail } from '../account/normalize-email.js';
import { AccountMailDue } from './account-mail-due.entity.js';
import type { MailKind } from './mail-kinds.js';
import type { MailSite } from './content/mail-origin.js';

interface RequestedMail extends MailSite {
  readonly kind: MailKind;
  readonly email: string;
}

/** An email that this process has claimed. No other process claims it while the lease lasts. */
export interface ClaimedMail extends RequestedMail {
  readonly id: string;
  readonly runId: string;
  readonly messageId: string;
  /**
   * True if an earlier process handed the email over and then died. The mail server may have
   * accepted it.
   */
  readonly isHandedOver: boolean;
  /** Number of attempts, including this one. */
  readonly attempts: number;
  readonly ageSeconds: number;
}

/**
 * How long one attempt may take before its process counts as dead. This is longer than the time
 * limit for sending an email.
 */
const LEASE = `interval '2 minutes'`;
/** Maximum number of emails per kind and address. */
const MOST_PER_HOUR = 5;

/**
 * The queue of due emails, which all processes share. All times are on the database's clock. An
 * email waits for older emails of its kind to the same address, so that only one of many concurrent
 * requests is fulfilled.
 */
@Injectable()
export class DueMailsRepository {
  constructor(
    @InjectRepository(AccountMailDue) private readonly rows: Repository<AccountMailDue>,
  ) {}

  /** Adds a row whether or not the address has an account, so that the timing reveals nothing. */
  async add(
    { kind, email, origin, brandHost }: RequestedMail,
    manager: EntityManager = this.rows.manager,
  ): Promise<void> {
    await manager.query(
      'INSERT INTO account_mail_due (kind, email, origin, brand_host) VALUES ($1, $2, $3, $4)',
      [kind, normalizeEmail(email), origin, brandHost],
    );
  }

  /**
   * Claims at most `limit` due emails, oldest first. Each email goes to one process, because rows
   * that another process has locked are skipped, and rows that it has just claimed are no longer
   * due.
   */
  async claim(runId: string, limit: number): Promise<ClaimedMail[]> {
    const [claimed]: [Omit<ClaimedMail, 'runId'>[], number] = await this.rows.query(
      `WITH next AS MATERIALIZED (
         SELECT id FROM account_mail_due AS due
         WHERE sent_at IS NULL AND due_at <= now() AND NOT EXISTS (
           SELECT 1 FROM account_mail_due AS older
           WHERE older.email = due.email AND older.kind = due.kind AND older.id < due.id
             AND older.sent_at IS NULL)
         ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED
       )
       UPDATE account_mail_due AS due
       SET run_id = $1, attempts = attempts + 1, due_at = now() + ${LEASE}
       FROM next WHERE due.id = next.id AND due.sent_at IS NULL AND due.due_at <= now()
       RETURNING due.id, kind, email, origin, brand_host AS "brandHost", attempts,
         message_id AS "messageId", handed_over_at IS NOT NULL AS "isHandedOver",
         extract(epoch FROM now() - asked_at)::float8 AS "ageSeconds"`,
      [runId, limit],
    );
    return claimed.map((mail) => ({ ...mail, runId }));
  }

  /**
   * True if the address has not reached its limits: one email a minute and five an hour of each
   * kind.
   */
  async mayBeSent({ email, kind }: ClaimedMail): Promise<boolean> {
    const [sent]: { lately: number; inAll: number }[] = await this.rows.query(
      `SELECT count(*)::int AS "inAll",
         count(*) FILTER (WHERE sent_at > now() - interval '1 minute')::int AS lately
       FROM account_mail_due
       WHERE email = $1 AND kind = $2 AND sent_at > now() - interval '1 hour'`,
      [email, kind],
    );
    return sent !== undefined && sent.lately === 0 && sent.inAll < MOST_PER_HOUR;
  }

  /**
   * Records that an email may be accepted from now on. Called before the end of the email is sent.
   * @throws if another process has claimed the email, or a new password has invalidated it; its end
   * must then not be sent
   */
  async handOver({ id, runId }: ClaimedMail): Promise<void> {
    const [, noted]: [unknown, number] = await this.rows.query(
      'UPDATE account_mail_due SET handed_over_at = now() WHERE id = $1 AND run_id = $2',
      [id, runId],
    );
    if (noted !== 1) {
      throw new Error('the email no longer belongs to this process');
    }
  }

  /**
   * Gives up on an email whose delivery is uncertain. It counts as sent when it was handed over, so
   * that later requests of its kind for the address may proceed.
   */
  async leave({ id, runId }: ClaimedMail): Promise<void> {
    await this.rows.query(
      'UPDATE account_mail_due SET sent_at = handed_over_at WHERE id = $1 AND run_id = $2',
      [id, runId],
    );
  }

  /** Marks an email as sent, together with other requests of its kind for the same address. */
  async markSent({ id, runId }: ClaimedMail): Promise<void> {
    await this.rows.query(
      `WITH sent AS (
         UPDATE account_mail_due SET sent_at = now() WHERE id = $1 AND run_id = $2
         RETURNING email, kind
       )
       DELETE FROM account_mail_due AS twin USING sent
       WHERE twin.email = sent.email AND twin.kind = sent.kind AND twin.id > $1
         AND twin.sent_at IS NULL`,
      [id, runId],
    );
  }

  /**
   * Postpones an email by this many seconds, and merges other requests of its kind for the same
   * address into it, so that undeliverable emails do not pile up.
   */
  async postpone({ id, runId, email, kind }: ClaimedMail, seconds: number): Promise<void> {
    await this.rows.query(
      `WITH twins AS (
         DELETE FROM account_mail_due
         WHERE email = $4 AND kind = $5 AND id > $1 AND sent_at IS NULL AND EXISTS (
           SELECT 1 FROM account_mail_due WHERE id = $1 AND run_id = $2)
         RETURNING asked_at
       )
       UPDATE account_mail_due
       SET due_at = now() + make_interval(secs => $3::int), handed_over_at = NULL,
         asked_at = greatest(asked_at, (SELECT max(asked_at) FROM twins))
       WHERE id = $1 AND run_id = $2`,
      [id, runId, seconds, email, kind],
    );
  }

  async drop({ id, runId }: ClaimedMail): Promise<void> {
    await this.rows.query('DELETE FROM account_mail_due WHERE id = $1 AND run_id = $2', [
      id,
      runId,
    ]);
  }

  /**
   * Removes emails that no longer count for any limit, so that recipients are stored no longer than
   * needed.
   */
  @Sweep({ name: 'mails', everyMs: 600_000 })
  removeOld(): Promise<void> {
    return deleteInBatches(
      this.rows,
      `DELETE FROM account_mail_due WHERE id IN (
         SELECT id FROM account_mail_due WHERE sent_at < now() - interval '1 hour'
         ORDER BY sent_at LIMIT $1)`,
    );
  }
}
