import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestamp } from '../../../infra/database/columns.js';
import type { TokenKind } from '../content/mail-kinds.js';

/**
 * A token in an emailed link. An account has at most one of each kind; a new one replaces the old
 * one.
 */
@Entity('mail_token')
export class MailToken {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text')
  kind!: TokenKind;

  /** SHA-256 of the token, in hex. Only the email contains the token itself. */
  @Column('text')
  hash!: string;

  @Column({ ...timestamp, name: 'expires_at' })
  expiresAt!: Date;
}
