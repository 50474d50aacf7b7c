import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestamp } from '../../infra/database/columns.js';

/** One sign-in in one browser. All its refresh tokens end together with it. */
@Entity('account_session')
export class AccountSession {
  /** Random, 128 bits, base64url. */
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  /** True if the session lasts 30 days instead of one day. */
  @Column('boolean')
  remembered!: boolean;

  @Column({ ...timestamp, name: 'created_at' })
  createdAt!: Date;

  /** Activity does not extend it. */
  @Column({ ...timestamp, name: 'expires_at' })
  expiresAt!: Date;
}
