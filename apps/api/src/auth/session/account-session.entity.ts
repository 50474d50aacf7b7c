import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestamp } from '../../infra/database/columns.js';

/** A sign-in in one browser, with its family of refresh tokens, which end together. */
@Entity('account_session')
export class AccountSession {
  /** Random, 128 bits, base64url. */
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  /** 30 days instead of one. */
  @Column('boolean')
  remembered!: boolean;

  @Column({ ...timestamp, name: 'created_at' })
  createdAt!: Date;

  /** Not extended by activity. */
  @Column({ ...timestamp, name: 'expires_at' })
  expiresAt!: Date;
}
