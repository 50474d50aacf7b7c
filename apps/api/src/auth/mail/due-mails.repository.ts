import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { normalizeEmail } from '../account/normalize-email.js';
import { AccountMailDue } from './account-mail-due.entity.js';
import type { MailKind } from './mail-kinds.js';
import type { MailSite } from './mail-origin.js';

/** A mail that is asked for. */
export interface AskedMail extends MailSite {
  readonly kind: MailKind;
  readonly email: string;
}

/** A mail that this process is to send now; others keep away from it while the lease lasts. */
export interface ClaimedMail extends AskedMail {
  readonly id: string;
  readonly runId: string;
  readonly messageId: string;
  /** A process before this one has handed it over and then died: it may have been accepted. */
  readonly isHandedOver: boolean;
  /** This one included. */
  readonly attempts: number;
  /** How long ago it was asked for. */
  readonly ageSeconds: number;
}

/** How long a try may take before another process takes it for dead: longer than a mail's own limit. */
const LEASE = `interval '2 minutes'`;
/** Of a kind, to an address. */
const MOST_PER_HOUR = 5;

/**
 * The mails that are due, shared by all processes; times are the database's. A mail has its turn when
 * no older one of its kind to the same address is left: of many that are asked for at once, one is sent.
 */
@Injectable()
export class DueMailsRepository {
  constructor(
    @InjectRepository(AccountMailDue) private readonly rows: Repository<AccountMailDue>,
  ) {}

  /** One row, whoever it is for: how long that takes tells nothing. */
  async add(
    { kind, email, origin, brandHost }: AskedMail,
    manager: EntityManager = this.rows.manager,
  ): Promise<void> {
    await manager.query(
      'INSERT INTO account_mail_due (kind, email, origin, brand_host) VALUES ($1, $2, $3, $4)',
      [kind, normalizeEmail(email), origin, brandHost],
    );
  }

  /**
   * Takes mails whose time has come, the oldest first. What two processes both found is updated by the
   * first and no longer due for the second, which waits for its row: each is given to one of them.
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

  /** True where the address has not had its share: one of a kind in a minute, five in an hour. */
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
   * Notes, before the end of a mail leaves, that it may be accepted from now on.
   * @throws where this process has the mail no more, so that its end must not leave: its lease has run
   *   out, or the mail was called back by a new password
   */
  async handOver({ id, runId }: ClaimedMail): Promise<void> {
    const [, noted]: [unknown, number] = await this.rows.query(
      'UPDATE account_mail_due SET handed_over_at = now() WHERE id = $1 AND run_id = $2',
      [id, runId],
    );
    if (noted !== 1) {
      throw new Error('the mail is no longer this process’s to send');
    }
  }

  /**
   * It may be out, and nobody will ever know: it counts as sent when it was handed over. What else was
   * asked of its kind for the address has its turn.
   */
  async leave({ id, runId }: ClaimedMail): Promise<void> {
    await this.rows.query(
      'UPDATE account_mail_due SET sent_at = handed_over_at WHERE id = $1 AND run_id = $2',
      [id, runId],
    );
  }

  /** It is out; what else was asked of its kind for the address has come with it. */
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
   * It is tried again, so many seconds from now, and stands for what else was asked of its kind for the
   * address: what nobody can send must not pile up.
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

  /** There is nothing to send, or no use in trying. */
  async drop({ id, runId }: ClaimedMail): Promise<void> {
    await this.rows.query('DELETE FROM account_mail_due WHERE id = $1 AND run_id = $2', [
      id,
      runId,
    ]);
  }

  /**
   * Removes at most `limit` mails that no limit counts any more: nothing is kept of whom they were
   * to. @returns how many
   */
  async removeOld(limit = 1000): Promise<number> {
    const [, removed]: [unknown, number] = await this.rows.query(
      `DELETE FROM account_mail_due WHERE id IN (
         SELECT id FROM account_mail_due WHERE sent_at < now() - interval '1 hour'
         ORDER BY sent_at LIMIT $1)`,
      [limit],
    );
    return removed;
  }
}
