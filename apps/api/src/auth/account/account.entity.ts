import type { Profile } from '@dipper/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { moment } from '../../infra/database/columns.js';

/** Somebody who has registered. One account holds at every domain of an installation that has accounts. */
@Entity('account')
export class Account {
  /** Random, 128 bits, base64url; in no reply. */
  @PrimaryColumn('text')
  id!: string;

  /** In lower case. */
  @Column('text')
  email!: string;

  /** '' where none was given. */
  @Column('text')
  username!: string;

  /** argon2id, in PHC notation. */
  @Column('text', { name: 'password_hash', select: false })
  passwordHash!: string;

  @Column({ ...moment, name: 'verified_at', nullable: true })
  verifiedAt!: Date | null;

  @Column('jsonb')
  profile!: Profile;

  /** `free`, or the name of a paid one: set by the operator alone. */
  @Column('text')
  tier!: string;

  /** The day (UTC, "2026-11-22") that `savedCount` is of. */
  @Column('date', { name: 'saved_on', nullable: true })
  savedOn!: string | null;

  /** Downloads that the history has kept on that day: clearing the history does not give them back. */
  @Column('integer', { name: 'saved_count' })
  savedCount!: number;

  @Column({ ...moment, name: 'created_at' })
  createdAt!: Date;
}
