import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { timestamp } from '../../infra/database/columns.js';
import type { MailKind } from './mail-kinds.js';

/** An email that was requested, whether or not the address has an account. Contains no secret. */
@Entity('account_mail_due')
export class AccountMailDue {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Column('text')
  kind!: MailKind;

  /** In lower case, like the address of an account. */
  @Column('text')
  email!: string;

  /** The origin of the link in the email, without a trailing slash. */
  @Column('text')
  origin!: string;

  @Column('text', { name: 'brand_host' })
  brandHost!: string;

  @Column({ ...timestamp, name: 'asked_at' })
  askedAt!: Date;

  /** The time of the next attempt. During an attempt, the time at which its lease ends. */
  @Column({ ...timestamp, name: 'due_at' })
  dueAt!: Date;

  @Column('integer')
  attempts!: number;

  /** Identifies the process that holds the lease. */
  @Column('text', { name: 'run_id', nullable: true })
  runId!: string | null;

  /** The random part of the Message-ID header, the same for all attempts. */
  @Column('uuid', { name: 'message_id' })
  messageId!: string;

  /**
   * When all of the email except its end had been sent. From then on, the mail server may have
   * accepted the email, so it is not sent again. Null before that, and after a refusal.
   */
  @Column({ ...timestamp, name: 'handed_over_at', nullable: true })
  handedOverAt!: Date | null;

  /** When the email was accepted or, if that is unknown, when it was handed over. */
  @Column({ ...timestamp, name: 'sent_at', nullable: true })
  sentAt!: Date | null;
}
