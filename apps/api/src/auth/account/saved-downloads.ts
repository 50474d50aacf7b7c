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
   * @returns true if the account saves downloads; false if its owner has switched that off, or if
   * there is no such account
   */
  async lock(manager: EntityManager, accountId: string): Promise<boolean> {
    const [found]: { keeps: boolean }[] = await manager.query(
      `SELECT coalesce((profile #>> '{preferences,download_history_enabled}')::boolean, true) AS keeps
       FROM account WHERE id = $1 FOR NO KEY UPDATE`,
      [accountId],
    );
    return found?.keeps ?? false;
  }

  /**
   * Counts one more download saved today (UTC).
   * @param freeLimit daily limit of a free account; null for none
   * @returns false if today's limit has been reached; then nothing is counted
   */
  take(manager: EntityManager, accountId: string, freeLimit: number | null): Promise<boolean> {
    return this.accounts.takeSaved(accountId, freeLimit, manager);
  }

  /** Takes a failed download that was saved at `at` off the count, if that was today. */
  async giveBack(manager: EntityManager, accountId: string, at: Date): Promise<void> {
    await manager.query(
      `UPDATE account SET saved_count = greatest(saved_count - 1, 0)
       WHERE id = $1 AND saved_on = ($2::timestamptz AT TIME ZONE 'utc')::date`,
      [accountId, at],
    );
  }
}
