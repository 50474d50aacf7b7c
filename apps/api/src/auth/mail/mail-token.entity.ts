import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment } from '../../infra/database/columns.js';
import type { TokenKind } from './mail-kinds.js';

/** What the link of a mail is good for: one of a kind for each account, so that a new one voids the older. */
@Entity('mail_token')
export class MailToken {
  @PrimaryColumn('text', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('text')
  kind!: TokenKind;

  /** SHA-256 of the token, in hex: the token itself is in the mail alone. */
  @Column('text')
  hash!: string;

  @Column({ ...moment, name: 'expires_at' })
  expiresAt!: Date;
}
