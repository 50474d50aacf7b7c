import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from './account.repository.js';

/** Counts what the history keeps of an account's downloads (docs/decisions/0028). */
@Injectable()
export class SavedDownloads {
  constructor(private readonly accounts: AccountRepository) {}

  /**
   * Whether an account keeps its downloads. What it keeps stands still until the transaction ends:
   * of two downloads at once, one is kept after the other.
   * @returns false where its owner has switched that off, and where there is no such account.
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
   * Counts one more of today (UTC).
   * @param freeLimit how many a free account keeps a day; null: as many as it likes
   * @returns false where today's are used up; nothing is counted then.
   */
  take(manager: EntityManager, accountId: string, freeLimit: number | null): Promise<boolean> {
    return this.accounts.takeSaved(accountId, freeLimit, manager);
  }

  /** One that was kept at `at` came to nothing: it is not counted any more, if that was today. */
  async giveBack(manager: EntityManager, accountId: string, at: Date): Promise<void> {
    await manager.query(
      `UPDATE account SET saved_count = greatest(saved_count - 1, 0)
       WHERE id = $1 AND saved_on = ($2::timestamptz AT TIME ZONE 'utc')::date`,
      [accountId, at],
    );
  }
}
