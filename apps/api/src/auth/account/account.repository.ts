import type { Profile, ProfileInput } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Account } from './account.entity.js';
import { FREE_TIER } from '../../infra/limits/tiers.js';
import type { NewAccount } from './account.mapper.js';

export interface Credentials {
  readonly id: string;
  readonly passwordHash: string;
}

export interface SignInAccount extends Credentials {
  readonly tier: string;
}

export interface PasswordChange {
  /** The session that stays signed in. */
  readonly keptSession?: string;
  /** If given, nothing changes unless this is still the stored hash. */
  readonly oldHash?: string;
  /**
   * Runs in the same transaction and gets the account's address. It may query only through the
   * manager.
   */
  readonly also?: (email: string, manager: EntityManager) => Promise<void>;
}

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

  byEmail(email: string, manager: EntityManager = this.rows.manager): Promise<Account | null> {
    return manager.findOneBy(Account, { email });
  }

  byId(id: string, manager: EntityManager = this.rows.manager): Promise<Account | null> {
    return manager.findOneBy(Account, { id });
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
   * Sets a new password, ends all sessions but one, and voids reset emails, which others may be
   * able to read. The hash is updated first. A concurrent sign-in with the old password then either
   * comes earlier, and its session is ended here, or waits and sees the new hash
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
        await also?.(changed.email, manager);
      }
      return changed?.email ?? null;
    });
  }

  async markVerified(id: string, manager: EntityManager = this.rows.manager): Promise<void> {
    await manager.query(
      'UPDATE account SET verified_at = now() WHERE id = $1 AND verified_at IS NULL',
      [id],
    );
  }

  /**
   * Removes at most `limit` unverified accounts that have had no sign-in for this many days, and
   * have no active session, no paid tier and no saved download.
   * @returns how many were removed
   */
  async removeUnused(days: number, limit: number): Promise<number> {
    const [, removed]: [unknown, number] = await this.rows.query(
      `DELETE FROM account WHERE id IN (
         SELECT id FROM account
         WHERE verified_at IS NULL AND created_at < now() - make_interval(days => $1)
           AND signed_in_at < now() - make_interval(days => $1) AND tier = $3
           AND NOT EXISTS (SELECT 1 FROM account_session WHERE account_id = account.id)
           AND NOT EXISTS (SELECT 1 FROM download_history WHERE account_id = account.id)
         ORDER BY created_at LIMIT $2)`,
      [days, limit, FREE_TIER],
    );
    return removed;
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
   * @returns false if today's limit has been reached; then nothing is counted
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
