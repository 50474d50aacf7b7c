import type { HistoryQuery } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { deleteInBatches } from '../infra/database/delete-in-batches.js';
import { Sweep } from '../infra/sweeps/sweeps.js';
import { Download } from './download.entity.js';

/**
 * Each order matches an index (migration 1795230000032), read forwards or backwards. The id breaks
 * ties, so that no row is repeated or skipped between pages. Rows of unknown size come last in
 * either direction.
 */
const ORDERS: Readonly<Record<`${HistoryQuery['sort']} ${HistoryQuery['order']}`, string>> = {
  'date asc': 'downloaded_at, id',
  'date desc': 'downloaded_at DESC, id DESC',
  'title asc': 'title_key, id',
  'title desc': 'title_key DESC, id DESC',
  'platform asc': 'platform, id',
  'platform desc': 'platform DESC, id DESC',
  'size asc': 'file_size, id',
  'size desc': 'file_size DESC NULLS LAST, id DESC',
};

/** The maximum number of downloads kept per account. */
const KEPT_ROWS = 50_000;
/** Accounts per statement. */
const ACCOUNTS = 500;

/**
 * The parameters are $1 account, $2 offset, $3 limit. Up to the offset, the query reads only the
 * index; it fetches table rows only for the page.
 */
export function pageSql({ sort, order }: Pick<HistoryQuery, 'sort' | 'order'>): string {
  const by = ORDERS[`${sort} ${order}`];
  return `SELECT id FROM download_history WHERE account_id = $1 ORDER BY ${by} OFFSET $2 LIMIT $3`;
}

export const COUNT_SQL =
  'SELECT count(*)::int AS total FROM download_history WHERE account_id = $1';

/** Reads and clears histories. Every statement is restricted to one account. */
@Injectable()
export class HistoryRepository {
  constructor(@InjectRepository(Download) private readonly rows: Repository<Download>) {}

  /** Reads a page and the total concurrently. A page beyond the last is empty. */
  async list(
    accountId: string,
    query: HistoryQuery,
  ): Promise<{ readonly rows: Download[]; readonly total: number }> {
    const [rows, total] = await Promise.all([this.page(accountId, query), this.count(accountId)]);
    return { rows, total };
  }

  private async count(accountId: string): Promise<number> {
    const [found]: { total: number }[] = await this.rows.query(COUNT_SQL, [accountId]);
    return found?.total ?? 0;
  }

  private async page(accountId: string, query: HistoryQuery): Promise<Download[]> {
    const { page, limit } = query;
    const found: { id: string }[] = await this.rows.query(pageSql(query), [
      accountId,
      (page - 1) * limit,
      limit,
    ]);
    const ids = found.map(({ id }) => id);
    const rows = new Map(
      (await this.rows.findBy({ accountId, id: In(ids) })).map((row) => [row.id, row]),
    );
    return ids.flatMap((id) => rows.get(id) ?? []);
  }

  async clear(accountId: string): Promise<number> {
    return (await this.rows.delete({ accountId })).affected ?? 0;
  }

  /**
   * Limits the size of all histories; the oldest downloads are removed. Only once an hour, because
   * this checks all accounts.
   * @param kept number of rows to keep per account; smaller in tests
   */
  @Sweep({ name: 'history-bound', everyMs: 3_600_000 })
  async removeAllBeyond(kept = KEPT_ROWS, batch?: number): Promise<void> {
    let after: string | null = null;
    do {
      const { beyond, last } = await this.beyond(kept, after);
      for (const accountId of beyond) {
        await this.removeBeyond(accountId, kept, batch);
      }
      after = last;
    } while (after !== null);
  }

  /**
   * Finds which of the next accounts have more than `kept` rows. Reads no more rows of each account
   * than necessary.
   * @param after the last account of the previous call; null at first
   * @returns `last` is the next call's `after`; null after the last account
   */
  private async beyond(
    kept: number,
    after: string | null,
  ): Promise<{ readonly beyond: string[]; readonly last: string | null }> {
    const found: { id: string; isBeyond: boolean }[] = await this.rows.query(
      `SELECT id, EXISTS (
         SELECT 1 FROM download_history WHERE account_id = account.id OFFSET $1
       ) AS "isBeyond"
       FROM account WHERE $2::text IS NULL OR id > $2::text ORDER BY id LIMIT $3`,
      [kept, after, ACCOUNTS],
    );
    return {
      beyond: found.flatMap(({ id, isBeyond }) => (isBeyond ? [id] : [])),
      last: found.length < ACCOUNTS ? null : (found.at(-1)?.id ?? null),
    };
  }

  private removeBeyond(accountId: string, kept: number, batch?: number): Promise<void> {
    return deleteInBatches(
      this.rows,
      `DELETE FROM download_history WHERE id IN (
         SELECT id FROM download_history WHERE account_id = $1
         ORDER BY downloaded_at DESC, id DESC OFFSET $2 LIMIT $3
       )`,
      [accountId, kept],
      batch,
    );
  }
}
