import type { KeyScope } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import type { StoredKey } from './api-key.js';

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly KeyScope[];
  /** As requested; null for as many as the tier allows. */
  readonly requestsPerMinute: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

export interface FoundKey extends Pick<ApiKey, 'id' | 'scopes' | 'requestsPerMinute'> {
  readonly accountId: string;
  readonly tier: string;
  readonly isExpired: boolean;
  /** True if the stored time of the last use is at least a minute old. */
  readonly isUseOld: boolean;
}

interface NewKey extends StoredKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly requestsPerMinute: number | null;
  readonly days: number | null;
}

const COLUMNS = `id, name, prefix, scopes, requests_per_minute AS "requestsPerMinute",
  created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt"`;
const USE_IS_OLD = `(last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')`;

/** Stores API keys. All times are the database's. */
@Injectable()
export class ApiKeyRepository {
  constructor(@InjectEntityManager() private readonly manager: EntityManager) {}

  async find(hash: string): Promise<FoundKey | null> {
    const [found]: FoundKey[] = await this.manager.query(
      `SELECT k.id, k.account_id AS "accountId", a.tier, k.scopes,
         k.requests_per_minute AS "requestsPerMinute",
         coalesce(k.expires_at <= now(), false) AS "isExpired", ${USE_IS_OLD} AS "isUseOld"
       FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.hash = $1`,
      [hash],
    );
    return found ?? null;
  }

  /** Records the use of a key, unless another process has done so within the last minute. */
  async noteUse(id: string): Promise<void> {
    await this.manager.query(
      `UPDATE api_key SET last_used_at = now() WHERE id = $1 AND ${USE_IS_OLD}`,
      [id],
    );
  }

  /**
   * @param limit how many keys an account of this tier may have
   * @returns null if there is no such account
   */
  add(key: NewKey, limit: (tier: string) => number): Promise<ApiKey | 'full' | null> {
    return this.manager.transaction(async (manager) => {
      // Two concurrent requests must not exceed the limit together.
      const [account]: { tier: string }[] = await manager.query(
        'SELECT tier FROM account WHERE id = $1 FOR NO KEY UPDATE',
        [key.accountId],
      );
      if (account === undefined) {
        return null;
      }
      const [{ count } = { count: 0 }]: { count: number }[] = await manager.query(
        'SELECT count(*)::int AS count FROM api_key WHERE account_id = $1',
        [key.accountId],
      );
      if (count >= limit(account.tier)) {
        return 'full';
      }
      const [added]: ApiKey[] = await manager.query(
        `INSERT INTO api_key
           (id, account_id, name, hash, prefix, scopes, requests_per_minute, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8::int))
         RETURNING ${COLUMNS}`,
        [
          ...[key.id, key.accountId, key.name, key.hash, key.prefix],
          ...[JSON.stringify(key.scopes), key.requestsPerMinute, key.days],
        ],
      );
      return added ?? null;
    });
  }

  ofAccount(accountId: string): Promise<ApiKey[]> {
    return this.manager.query(
      `SELECT ${COLUMNS} FROM api_key WHERE account_id = $1 ORDER BY created_at DESC, id`,
      [accountId],
    );
  }

  /** @returns false if the account has no such key */
  async remove(id: string, accountId: string): Promise<boolean> {
    const [, removed]: [unknown, number] = await this.manager.query(
      'DELETE FROM api_key WHERE id = $1 AND account_id = $2',
      [id, accountId],
    );
    return removed === 1;
  }
}
