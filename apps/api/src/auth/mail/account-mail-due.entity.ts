import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { moment } from '../../infra/database/columns.js';
import type { MailKind } from './mail-kinds.js';

/** A mail that somebody has asked for, whether there is an account or not. Holds no secret. */
@Entity('account_mail_due')
export class AccountMailDue {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  kind!: MailKind;

  /** In lower case, as accounts have it. */
  @Column('text')
  email!: string;

  /** Where its link leads: scheme and host, no slash at the end. */
  @Column('text')
  origin!: string;

  /** Whose brand it wears. */
  @Column('text', { name: 'brand_host' })
  brandHost!: string;

  @Column({ ...moment, name: 'asked_at' })
  askedAt!: Date;

  /** When it is tried next; while a process is at it, the end of its lease. */
  @Column({ ...moment, name: 'due_at' })
  dueAt!: Date;

  @Column('integer')
  attempts!: number;

  /** Of the try that holds the lease. */
  @Column('text', { name: 'run_id', nullable: true })
  runId!: string | null;

  /** What the Message-ID is made of: random, kept over all tries. */
  @Column('uuid', { name: 'message_id' })
  messageId!: string;

  /**
   * When all but the end of the mail was with the server: from then on it may have been accepted, and
   * is not sent again. Null before, and again where the server has refused it.
   */
  @Column({ ...moment, name: 'handed_over_at', nullable: true })
  handedOverAt!: Date | null;

  /** When it was accepted; of a mail of which nobody knows, when it was handed over. */
  @Column({ ...moment, name: 'sent_at', nullable: true })
  sentAt!: Date | null;
}
