import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { deleteInBatches } from '../../../infra/database/delete-in-batches.js';
import { Sweep } from '../../../infra/sweeps/sweeps.js';
import { MailToken } from './mail-token.entity.js';
import type { TokenKind } from '../mail-kinds.js';

type ConsumedToken = Readonly<MailToken>;

/** Stores the hashes of email tokens. All times are by the database's clock. */
@Injectable()
export class MailTokenRepository {
  constructor(@InjectRepository(MailToken) private readonly rows: Repository<MailToken>) {}

  /** Stores a token, which replaces the account's older one of that kind. @returns its expiry time */
  async put(accountId: string, kind: TokenKind, hash: string, seconds: number): Promise<Date> {
    const [row]: { expiresAt: Date }[] = await this.rows.query(
      `INSERT INTO mail_token (account_id, kind, hash, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(secs => $4::int))
       ON CONFLICT (account_id, kind) DO UPDATE SET
         hash = excluded.hash, expires_at = excluded.expires_at
       RETURNING expires_at AS "expiresAt"`,
      [accountId, kind, hash, seconds],
    );
    return row?.expiresAt ?? new Date(0);
  }

  /** Removes a token and returns it; null if it is invalid. */
  async take(kind: TokenKind, hash: string): Promise<ConsumedToken | null> {
    const [rows]: [ConsumedToken[], number] = await this.rows.query(
      `DELETE FROM mail_token WHERE hash = $1 AND kind = $2 AND expires_at > now()
       RETURNING account_id AS "accountId", kind, hash, expires_at AS "expiresAt"`,
      [hash, kind],
    );
    return rows[0] ?? null;
  }

  /** Restores a token, unless the account has a newer one of that kind. */
  async putBack({ accountId, kind, hash, expiresAt }: ConsumedToken): Promise<void> {
    await this.rows.query(
      `INSERT INTO mail_token (account_id, kind, hash, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [accountId, kind, hash, expiresAt],
    );
  }

  async removeOf(accountId: string): Promise<void> {
    await this.rows.query('DELETE FROM mail_token WHERE account_id = $1', [accountId]);
  }

  @Sweep({ name: 'mail tokens', everyMs: 600_000 })
  removeExpired(): Promise<void> {
    return deleteInBatches(
      this.rows,
      `DELETE FROM mail_token WHERE hash IN (
         SELECT hash FROM mail_token WHERE expires_at < now() ORDER BY expires_at LIMIT $1)`,
    );
  }
}
