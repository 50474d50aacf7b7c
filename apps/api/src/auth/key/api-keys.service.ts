import {
  type ApiKeyInfo,
  type CreatedKeyReply,
  type CreateKeyInput,
  KEY_SCOPES,
  type KeyScope,
  type KeysReply,
} from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { DomainError } from '../../infra/errors/domain-error.js';
import { limitsOf } from '../../infra/limits/tiers.js';
import type { UsedKey } from '../../infra/principal/principal.js';
import { hashOfApiKey, mintApiKey } from './api-key.js';
import { type ApiKey, ApiKeyRepository } from './api-keys.repository.js';

const ID_BYTES = 9;

/** API keys, with which an account's programs identify themselves (docs/decisions/0081). */
@Injectable()
export class ApiKeys {
  private readonly logger = new Logger(ApiKeys.name);

  constructor(private readonly keys: ApiKeyRepository) {}

  /**
   * Looks up a key that a request was sent with.
   * @throws DomainError KEY_INVALID if there is no such key, KEY_EXPIRED
   */
  async use(key: string): Promise<UsedKey> {
    const hash = hashOfApiKey(key);
    const found = hash === null ? null : await this.keys.find(hash);
    if (found === null) {
      throw new DomainError('KEY_INVALID');
    }
    const { id, accountId, tier, scopes } = found;
    if (found.isExpired) {
      throw new DomainError('KEY_EXPIRED');
    }
    if (found.isUseOld) {
      // The request does not wait for this, or fail because of it.
      this.keys.noteUse(id).catch((error: unknown) => {
        this.logger.warn({ err: error }, 'The last use of an API key could not be stored');
      });
    }
    return { accountId, keyId: id, tier, scopes, requestsPerMinute: rateOf(found, tier) };
  }

  /** @throws DomainError TOO_MANY_KEYS; SESSION_ENDED if the account no longer exists */
  async create(
    accountId: string,
    { name, scopes, requests_per_minute, expires_in_days }: CreateKeyInput,
  ): Promise<CreatedKeyReply> {
    const { key, ...stored } = mintApiKey();
    let tier = '';
    const added = await this.keys.add(
      {
        ...stored,
        ...{ id: randomBytes(ID_BYTES).toString('base64url'), accountId, name },
        scopes: sorted(scopes),
        requestsPerMinute: requests_per_minute ?? null,
        days: expires_in_days ?? null,
      },
      (known) => limitsOf((tier = known)).keys,
    );
    if (added === null) {
      throw new DomainError('SESSION_ENDED');
    }
    if (added === 'full') {
      throw new DomainError('TOO_MANY_KEYS');
    }
    return { ...toInfo(added, tier), key };
  }

  async list(accountId: string, tier: string): Promise<KeysReply> {
    const keys = await this.keys.ofAccount(accountId);
    return { keys: keys.map((key) => toInfo(key, tier)), limit: limitsOf(tier).keys };
  }

  /** Makes a key invalid immediately. @throws DomainError NOT_FOUND */
  async revoke(id: string, accountId: string): Promise<void> {
    if (!(await this.keys.remove(id, accountId))) {
      throw new DomainError('NOT_FOUND');
    }
  }
}

function sorted(scopes: readonly KeyScope[]): KeyScope[] {
  return KEY_SCOPES.filter((scope) => scopes.includes(scope));
}

/** A key may have a lower limit than its tier, but not a higher one. */
function rateOf({ requestsPerMinute }: Pick<ApiKey, 'requestsPerMinute'>, tier: string): number {
  const { keyRequests } = limitsOf(tier);
  return Math.min(requestsPerMinute ?? keyRequests, keyRequests);
}

function toInfo(key: ApiKey, tier: string): ApiKeyInfo {
  return {
    ...{ id: key.id, name: key.name, prefix: key.prefix, scopes: [...key.scopes] },
    requests_per_minute: rateOf(key, tier),
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
