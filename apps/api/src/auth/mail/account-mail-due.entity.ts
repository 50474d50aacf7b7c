import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { timestamp } from '../../infra/database/columns.js';
import type { MailKind } from './mail-kinds.js';

/** A requested email, whether or not there is an account. Contains no secret. */
@Entity('account_mail_due')
export class AccountMailDue {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  kind!: MailKind;

  /** In lower case, as accounts have it. */
  @Column('text')
  email!: string;

  /** Origin of its link, without a trailing slash. */
  @Column('text')
  origin!: string;

  /** Host whose brand it uses. */
  @Column('text', { name: 'brand_host' })
  brandHost!: string;

  @Column({ ...timestamp, name: 'asked_at' })
  askedAt!: Date;

  /** When it is tried next; during a try, the end of its lease. */
  @Column({ ...timestamp, name: 'due_at' })
  dueAt!: Date;

  @Column('integer')
  attempts!: number;

  /** The try that holds the lease. */
  @Column('text', { name: 'run_id', nullable: true })
  runId!: string | null;

  /** Source of the Message-ID: random, the same for all tries. */
  @Column('uuid', { name: 'message_id' })
  messageId!: string;

  /**
   * When all but the end of the email was sent: from then on the server may have accepted it, and
   * it is not sent again. Null before that, and after a refusal.
   */
  @Column({ ...timestamp, name: 'handed_over_at', nullable: true })
  handedOverAt!: Date | null;

  /** When it was accepted; if that is unknown, when it was handed over. */
  @Column({ ...timestamp, name: 'sent_at', nullable: true })
  sentAt!: Date | null;
}
