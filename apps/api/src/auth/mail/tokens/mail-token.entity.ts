import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestamp } from '../../../infra/database/columns.js';
import type { TokenKind } from '../mail-kinds.js';

/**
 * A token in an emailed link. An account has at most one token of each kind; a new token replaces
 * the old one.
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
