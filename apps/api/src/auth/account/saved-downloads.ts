import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from './account.repository.js';

/** Counts the downloads that are saved to an account's history (docs/decisions/0028). */
@Injectable()
export class SavedDownloads {
  constructor(private readonly accounts: AccountRepository) {}

  /**
   * Locks an account's history until the transaction ends, so that concurrent downloads are saved
   * one after another.
   * @returns the account's tier; null if its owner has switched saving off, or if there is no such
   * account
   */
  async lock(manager: EntityManager, accountId: string): Promise<string | null> {
    const [found]: { keeps: boolean; tier: string }[] = await manager.query(
      `SELECT tier,
         coalesce((profile #>> '{preferences,download_history_enabled}')::boolean, true) AS keeps
       FROM account WHERE id = $1 FOR NO KEY UPDATE`,
      [accountId],
    );
    return found?.keeps ? found.tier : null;
  }

  /**
   * Counts one more download saved today (UTC).
   * @param limit how many an account of its tier may save per day; null for any number
   * @returns false, without counting, if today's limit has been reached
   */
  take(manager: EntityManager, accountId: string, limit: number | null): Promise<boolean> {
    return this.accounts.takeSaved(accountId, limit, manager);
  }

  /** Subtracts a failed download from the count if `at`, when it was saved, was today. */
  async giveBack(manager: EntityManager, accountId: string, at: Date): Promise<void> {
    await manager.query(
      `UPDATE account SET saved_count = greatest(saved_count - 1, 0)
       WHERE id = $1 AND saved_on = ($2::timestamptz AT TIME ZONE 'utc')::date`,
      [accountId, at],
    );
  }
}
