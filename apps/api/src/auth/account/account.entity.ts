import type { Profile } from '@dipper/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestamp } from '../../infra/database/columns.js';

/** An account. It is valid on every domain of the installation that has accounts. */
@Entity('account')
export class Account {
  /** Random, 128 bits, base64url. Never part of a reply. */
  @PrimaryColumn('text')
  id!: string;

  /** In lower case. */
  @Column('text')
  email!: string;

  /** '' if none was given. */
  @Column('text')
  username!: string;

  /** argon2id, in PHC notation. */
  @Column('text', { name: 'password_hash', select: false })
  passwordHash!: string;

  @Column({ ...timestamp, name: 'verified_at', nullable: true })
  verifiedAt!: Date | null;

  @Column('jsonb')
  profile!: Profile;

  /** `free`, or the name of a paid tier. Only the operator changes it. */
  @Column('text')
  tier!: string;

  /** The day (UTC, "2026-11-22") that `savedCount` counts. */
  @Column('date', { name: 'saved_on', nullable: true })
  savedOn!: string | null;

  /**
   * How many downloads were saved to the history that day. Clearing the history does not reset it.
   */
  @Column('integer', { name: 'saved_count' })
  savedCount!: number;

  @Column({ ...timestamp, name: 'created_at' })
  createdAt!: Date;
}
