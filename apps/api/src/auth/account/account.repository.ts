import type { Profile, ProfileInput } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { deleteInBatches } from '../../infra/database/delete-in-batches.js';
import { Account } from './account.entity.js';
import { FREE_TIER } from '../../infra/limits/tiers.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import type { NewAccount } from './account.mapper.js';

export interface Credentials {
  readonly id: string;
  readonly passwordHash: string;
}

export interface SignInAccount extends Credentials {
  readonly tier: string;
}

export interface PasswordChange {
  /**
   * The session that stays signed in. If there is none (after a reset), API keys are also revoked.
   */
  readonly keptSession?: string;
  /** If given, nothing changes unless this is still the stored hash. */
  readonly oldHash?: string;
  /**
   * Runs in the same transaction, and gets the account's address. It may use only the given
   * manager.
   */
  readonly also?: (email: string, manager: EntityManager) => Promise<void>;
}

/**
 * Days since the last sign-in. Twice the longest session, because an account may have been used
 * until its session ended.
 */
const UNUSED_DAYS = 60;

/** Uses the database's clock, because the clocks of different processes may differ. */
const TODAY = `(now() AT TIME ZONE 'utc')::date`;

/** Stores accounts. All addresses passed in are normalized (normalize-email.ts). */
@Injectable()
export class AccountRepository {
  constructor(@InjectRepository(Account) private readonly rows: Repository<Account>) {}

  /** Runs `work` as one transaction. On PGlite, `work` may use only the manager that it gets. */
  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.rows.manager.transaction(work);
  }

  /** @returns false if the address already has an account */
  async add(
    account: NewAccount & Credentials,
    manager: EntityManager = this.rows.manager,
  ): Promise<boolean> {
    const { id, email, username, passwordHash, profile, tier } = account;
    const added: unknown[] = await manager.query(
      `INSERT INTO account (id, email, username, password_hash, profile, tier)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (email) DO NOTHING RETURNING id`,
      [id, email, username, passwordHash, JSON.stringify(profile), tier],
    );
    return added.length === 1;
  }

  byEmail(email: string): Promise<Account | null> {
    return this.rows.findOneBy({ email });
  }

  byId(id: string): Promise<Account | null> {
    return this.rows.findOneBy({ id });
  }

  /** @param by the field that `value` is compared with */
  async credentials(by: 'email' | 'id', value: string): Promise<SignInAccount | null> {
    return this.rows.findOne({
      select: { id: true, passwordHash: true, tier: true },
      where: { [by]: value },
    });
  }

  /** Stores a new hash of the same password, unless the password has changed in the meantime. */
  async replaceHash({ id, passwordHash }: Credentials, newHash: string): Promise<void> {
    await this.rows.query(
      'UPDATE account SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      [id, passwordHash, newHash],
    );
  }

  /**
   * Sets a new password, ends all sessions but one, and invalidates reset emails, which others may
   * be able to read. The hash is updated first. A concurrent sign-in with the old password then
   * either comes earlier, and its session is ended here, or waits and sees the new hash
   * (session.repository.ts).
   * @returns the address; null if there is no such account, or if its password has changed in the
   * meantime
   */
  setPassword(
    { id, passwordHash }: Credentials,
    { keptSession, oldHash, also }: PasswordChange = {},
  ): Promise<string | null> {
    return this.transaction(async (manager) => {
      const [[changed]]: [{ email: string }[], number] = await manager.query(
        `UPDATE account SET password_hash = $2
         WHERE id = $1 AND ($3::text IS NULL OR password_hash = $3) RETURNING email`,
        [id, passwordHash, oldHash ?? null],
      );
      if (changed !== undefined) {
        await manager.query('DELETE FROM account_session WHERE account_id = $1 AND id <> $2', [
          id,
          keptSession ?? '',
        ]);
        await manager.query(`DELETE FROM mail_token WHERE account_id = $1 AND kind = 'reset'`, [
          id,
        ]);
        await manager.query(
          `DELETE FROM account_mail_due WHERE email = $1 AND kind = 'reset' AND sent_at IS NULL`,
          [changed.email],
        );
        if (keptSession === undefined) {
          // Otherwise, somebody who registered with this address before its owner did would keep
          // access.
          await manager.query('DELETE FROM api_key WHERE account_id = $1', [id]);
        }
        await also?.(changed.email, manager);
      }
      return changed?.email ?? null;
    });
  }

  async markVerified(id: string): Promise<void> {
    await this.rows.query(
      'UPDATE account SET verified_at = now() WHERE id = $1 AND verified_at IS NULL',
      [id],
    );
  }

  /**
   * Removes unverified accounts that have had no sign-in for a long time, and have no active
   * session, paid tier, saved download or API key in use. Anyone can sign up with any
   * address, so the owner of the address may not have agreed to be stored here. Once an hour is
   * often enough, because such accounts are few and only take up space.
   */
  @Sweep({ name: 'accounts', everyMs: 3_600_000 })
  removeUnused(batch?: number): Promise<void> {
    return deleteInBatches(
      this.rows,
      `DELETE FROM account WHERE id IN (
         SELECT id FROM account
         WHERE verified_at IS NULL AND created_at < now() - make_interval(days => $1)
           AND signed_in_at < now() - make_interval(days => $1) AND tier = $2
           AND NOT EXISTS (SELECT 1 FROM account_session WHERE account_id = account.id)
           AND NOT EXISTS (SELECT 1 FROM download_history WHERE account_id = account.id)
           AND NOT EXISTS (
             SELECT 1 FROM api_key WHERE account_id = account.id
               AND coalesce(last_used_at, created_at) >= now() - make_interval(days => $1))
         ORDER BY created_at LIMIT $3)`,
      [UNUSED_DAYS, FREE_TIER],
      batch,
    );
  }

  /** Uses a single statement, so that changes to different fields in two tabs are both kept. */
  async mergeProfile(
    id: string,
    { preferences = {}, ...fields }: ProfileInput,
  ): Promise<Partial<Profile> | null> {
    const [rows]: [{ profile: Partial<Profile> }[], number] = await this.rows.query(
      `UPDATE account SET profile = profile || $2::jsonb || jsonb_build_object(
         'preferences', coalesce(profile -> 'preferences', '{}') || $3::jsonb)
       WHERE id = $1 RETURNING profile`,
      [id, JSON.stringify(fields), JSON.stringify(preferences)],
    );
    return rows[0]?.profile ?? null;
  }

  /**
   * Counts one more download saved today (UTC).
   * @param limit how many an account of its tier may save per day; null for any number
   * @returns false, without counting, if today's limit has been reached
   */
  async takeSaved(
    id: string,
    limit: number | null,
    manager: EntityManager = this.rows.manager,
  ): Promise<boolean> {
    const [, taken]: [unknown, number] = await manager.query(
      `UPDATE account SET
         saved_count = CASE WHEN saved_on = ${TODAY} THEN saved_count + 1 ELSE 1 END,
         saved_on = ${TODAY}
       WHERE id = $1 AND (
         $2::int IS NULL OR saved_on IS DISTINCT FROM ${TODAY} OR saved_count < $2::int)`,
      [id, limit],
    );
    return taken === 1;
  }
}
