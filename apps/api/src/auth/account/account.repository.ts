import type { Profile, ProfileInput } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Account } from './account.entity.js';
import { FREE_TIER, type NewAccount } from './account.mapper.js';

/** What a password is compared with. */
export interface Credentials {
  readonly id: string;
  readonly passwordHash: string;
}

/** What a change of the password keeps, and what it depends on. */
export interface PasswordChange {
  /** The session that does not end. */
  readonly keptSession?: string;
  /** Nothing changes unless the password is still this one. */
  readonly oldHash?: string;
  /** Done in the same transaction, with the account's address; only the manager may be used there. */
  readonly also?: (email: string, manager: EntityManager) => Promise<void>;
}

/** By the database's clock: processes may disagree. */
const TODAY = `(now() AT TIME ZONE 'utc')::date`;

/** Accounts. Each address is a normalized one (normalize-email.ts). */
@Injectable()
export class AccountRepository {
  constructor(@InjectRepository(Account) private readonly rows: Repository<Account>) {}

  /** Runs `work` as one transaction; on PGlite nothing but its manager may be used inside. */
  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.rows.manager.transaction(work);
  }

  /** @returns false where the address has an account already. */
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

  /** @param by which of the two names the account */
  async credentials(by: 'email' | 'id', value: string): Promise<Credentials | null> {
    return this.rows.findOne({
      select: { id: true, passwordHash: true },
      where: { [by]: value },
    });
  }

  /** The same password in another hash; nothing where the password has changed meanwhile. */
  async replaceHash({ id, passwordHash }: Credentials, newHash: string): Promise<void> {
    await this.rows.query(
      'UPDATE account SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
      [id, passwordHash, newHash],
    );
  }

  /**
   * Another password, which ends all sessions but one, and voids the mails that reset it: whoever else
   * reads them is to have no other way in. First of all the hash: a login under way with the old password
   * is either in before, and its session ends here, or waits and finds another hash
   * (session.repository.ts).
   * @returns the address; null where there is no such account, or its password is another by now.
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
   * Removes at most `limit` accounts that were never confirmed, in which nobody has signed in for so
   * many days or is signed in still, for which nobody has paid, and which keep no download.
   * @returns how many
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

  /** One statement: of two tabs that change different fields, both are kept. */
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
   * Counts one more download of today (UTC) that the history keeps.
   * @param freeLimit how many a free account has a day; null: as many as it likes
   * @returns false where today's are used up; nothing is counted then.
   */
  async takeSaved(
    id: string,
    freeLimit: number | null,
    manager: EntityManager = this.rows.manager,
  ): Promise<boolean> {
    const [, taken]: [unknown, number] = await manager.query(
      `UPDATE account SET
         saved_count = CASE WHEN saved_on = ${TODAY} THEN saved_count + 1 ELSE 1 END,
         saved_on = ${TODAY}
       WHERE id = $1 AND (
         $2::int IS NULL OR tier <> 'free'
         OR saved_on IS DISTINCT FROM ${TODAY} OR saved_count < $2::int)`,
      [id, freeLimit],
    );
    return taken === 1;
  }
}
