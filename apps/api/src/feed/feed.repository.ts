import { LIMITS } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { FeedRetention } from './feed-retention.js';

export interface StoredItem {
  readonly id: string;
  readonly taskId: string;
  readonly title: string;
  readonly author: string;
  readonly url: string;
  readonly durationSeconds: number | null;
  readonly fileName: string;
  readonly type: string;
  readonly bytes: number;
  readonly addedAt: Date;
}

export interface StoredAddress {
  readonly accountId: string;
  /** Encrypted. */
  readonly secret: string;
  readonly hash: string;
}

interface NewItem extends Omit<StoredItem, 'addedAt'> {
  /** How long the feed keeps the file after it was made, in seconds. */
  readonly keptSeconds: number;
}

interface FeedOwner {
  readonly accountId: string;
  readonly language: string;
}

const COLUMNS = `id, task_id AS "taskId", title, author, url, duration_seconds AS "durationSeconds",
  file_name AS "fileName", type, bytes::float8 AS bytes, added_at AS "addedAt"`;

@Injectable()
export class FeedRepository {
  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    private readonly retention: FeedRetention,
  ) {}

  /** @returns the encrypted secret of the account's feed; null if it has none */
  async secretOf(accountId: string): Promise<string | null> {
    const [row]: { secret: string }[] = await this.manager.query(
      'SELECT secret FROM podcast_feed WHERE account_id = $1',
      [accountId],
    );
    return row?.secret ?? null;
  }

  async replaceAddress({ accountId, secret, hash }: StoredAddress): Promise<void> {
    await this.manager.query(
      `INSERT INTO podcast_feed (account_id, secret, hash) VALUES ($1, $2, $3)
       ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, hash = excluded.hash`,
      [accountId, secret, hash],
    );
  }

  async ownerOf(hash: string): Promise<FeedOwner | null> {
    const [row]: FeedOwner[] = await this.manager.query(
      `SELECT a.id AS "accountId", a.profile->>'language' AS language
       FROM podcast_feed f JOIN account a ON a.id = f.account_id WHERE f.hash = $1`,
      [hash],
    );
    return row ?? null;
  }

  /** The next item creates a new address. */
  async delete(accountId: string): Promise<void> {
    await this.manager.query(
      `WITH removed AS (DELETE FROM podcast_item WHERE account_id = $1)
       DELETE FROM podcast_feed WHERE account_id = $1`,
      [accountId],
    );
  }

  /**
   * Adds an item, or updates the file of the one that the task has, and removes the oldest.
   * @param address used if the account has no feed yet
   * @param renewedId the item that the task makes again; null for a new one
   */
  add(address: StoredAddress, renewedId: string | null, item: NewItem): Promise<StoredItem | null> {
    const { accountId, secret, hash } = address;
    return this.manager.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO podcast_feed (account_id, secret, hash) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO NOTHING`,
        [accountId, secret, hash],
      );
      await manager.query(
        `UPDATE podcast_item SET task_id = $3 WHERE id = $1 AND account_id = $2 AND NOT EXISTS (
           SELECT 1 FROM podcast_item WHERE account_id = $2 AND task_id = $3)`,
        [renewedId, accountId, item.taskId],
      );
      const [added]: StoredItem[] = await manager.query(
        `INSERT INTO podcast_item (id, account_id, task_id, title, author, url, duration_seconds,
           file_name, type, bytes, kept_seconds)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (account_id, task_id) DO UPDATE
           SET file_name = excluded.file_name, type = excluded.type, bytes = excluded.bytes,
             kept_seconds = excluded.kept_seconds
         RETURNING ${COLUMNS}`,
        [
          ...[item.id, accountId, item.taskId, item.title, item.author, item.url],
          ...[item.durationSeconds, item.fileName, item.type, item.bytes, item.keptSeconds],
        ],
      );
      await this.retention.settle(item.taskId, manager);
      await manager.query(
        `DELETE FROM podcast_item WHERE id IN (
           SELECT id FROM podcast_item WHERE account_id = $1
           ORDER BY added_at DESC, id OFFSET $2)`,
        [accountId, LIMITS.feedItems],
      );
      return added ?? null;
    });
  }

  items(accountId: string): Promise<StoredItem[]> {
    return this.manager.query(
      `SELECT ${COLUMNS} FROM podcast_item WHERE account_id = $1
       ORDER BY added_at DESC, id LIMIT $2`,
      [accountId, LIMITS.feedItems],
    );
  }

  /** @returns false if the account has no such item */
  async remove(id: string, accountId: string): Promise<boolean> {
    const [[removed]]: [{ taskId: string }[], number] = await this.manager.query(
      'DELETE FROM podcast_item WHERE id = $1 AND account_id = $2 RETURNING task_id AS "taskId"',
      [id, accountId],
    );
    if (removed === undefined) {
      return false;
    }
    await this.retention.settle(removed.taskId);
    return true;
  }
}
