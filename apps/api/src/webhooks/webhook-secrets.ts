import type { WebhookSecretReply } from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { InjectEntityManager } from '@nestjs/typeorm';
import type { EntityManager } from 'typeorm';
import { type KeyRing, Keys, readWithAny } from '../infra/keys/keys.js';
import { seal, unseal } from '../infra/keys/sealed.js';
import { newWebhookSecret } from './signature.js';

/** How long the former secret also signs messages. */
const BOTH = `interval '1 day'`;

interface Row {
  readonly secret: string;
  /** Null if there is none, or if it is no longer used. */
  readonly previous: string | null;
  readonly previousUntil: Date | null;
}

const COLUMNS = `secret,
  CASE WHEN rotated_at > now() - ${BOTH} THEN previous END AS previous,
  CASE WHEN rotated_at > now() - ${BOTH} AND previous IS NOT NULL THEN rotated_at + ${BOTH} END
    AS "previousUntil"`;

/** The secrets that sign the messages of accounts. Stored encrypted with a key from `SECRET`. */
@Injectable()
export class WebhookSecrets {
  private readonly logger = new Logger(WebhookSecrets.name);
  private readonly keys: KeyRing;

  constructor(
    @InjectEntityManager() private readonly manager: EntityManager,
    keys: Keys,
  ) {
    this.keys = keys.for('webhook secret');
  }

  /**
   * The current secret and, for a day, the former one. Creates the first secret of an account on
   * demand.
   */
  async of(accountId: string): Promise<WebhookSecretReply & { readonly all: readonly string[] }> {
    const sealed = seal(newWebhookSecret(), this.keys.current);
    const [row]: Row[] = await this.manager.query(
      `INSERT INTO webhook_secret (account_id, secret) VALUES ($1, $2)
       ON CONFLICT (account_id) DO UPDATE SET account_id = excluded.account_id
       RETURNING ${COLUMNS}`,
      [accountId, sealed],
    );
    const opened = row === undefined ? null : this.open(row.secret);
    if (row === undefined || opened === null) {
      // SECRET has been replaced twice since the secret was stored.
      this.logger.warn(
        'The webhook secret of an account could not be decrypted and was replaced. SECRET has changed without SECRET_PREVIOUS.',
      );
      await this.rotate(accountId);
      return this.of(accountId);
    }
    const previous = row.previous === null ? null : this.open(row.previous);
    return {
      secret: opened,
      previous_until: previous === null ? null : (row.previousUntil?.toISOString() ?? null),
      all: previous === null ? [opened] : [opened, previous],
    };
  }

  async rotate(accountId: string): Promise<void> {
    await this.manager.query(
      `INSERT INTO webhook_secret AS known (account_id, secret) VALUES ($1, $2)
       ON CONFLICT (account_id) DO UPDATE
         SET previous = known.secret, secret = excluded.secret, rotated_at = now()`,
      [accountId, seal(newWebhookSecret(), this.keys.current)],
    );
  }

  private open(sealed: string): string | null {
    return readWithAny(this.keys, (key) => unseal(sealed, key));
  }
}
