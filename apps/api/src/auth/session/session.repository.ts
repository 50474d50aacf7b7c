import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { deleteInBatches } from '../../infra/database/delete-in-batches.js';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import type { Credentials } from '../account/account.repository.js';
import { AccountSession } from './account-session.entity.js';
import { isAcceptableUse, type TokenUse } from './token-use.js';
import type { StoredToken } from './refresh-token.js';

interface NewSession {
  readonly first: StoredToken;
  readonly remembered: boolean;
  readonly seconds: number;
}

/** The maximum number of sessions per account. A new session beyond it ends the oldest. */
const MAX_SESSIONS = 50;
/**
 * The maximum number of tokens stored per session. An older token is still recognized as used,
 * because it names its session.
 */
const MAX_TOKENS = 20;

/** Stores sessions and their refresh tokens. All times are the database's. */
@Injectable()
export class SessionRepository {
  constructor(
    @InjectRepository(AccountSession) private readonly rows: Repository<AccountSession>,
  ) {}

  /**
   * Starts a session if the password has not changed since it was compared. FOR SHARE makes a
   * concurrent password change wait, and then it also ends this session.
   * @returns false if the password has changed, or if the account no longer exists
   */
  async start({ id, passwordHash }: Credentials, session: NewSession): Promise<boolean> {
    const { first, remembered, seconds } = session;
    const started: unknown[] = await this.rows.query(
      `WITH started AS (
         INSERT INTO account_session (id, account_id, remembered, expires_at)
         SELECT $3, id, $5, now() + make_interval(secs => $6)
         FROM account WHERE id = $1 AND password_hash = $2 FOR SHARE
         RETURNING id
       )
       INSERT INTO refresh_token (hash, session_id) SELECT $4, id FROM started RETURNING hash`,
      [id, passwordHash, first.sessionId, first.hash, remembered, seconds],
    );
    // Use a separate statement, because a password change locks the account before its sessions.
    await this.rows.query('UPDATE account SET signed_in_at = now() WHERE id = $1', [id]);
    await this.rows.query(
      `DELETE FROM account_session WHERE account_id = $1 AND id NOT IN (
         SELECT id FROM account_session WHERE account_id = $1 ORDER BY created_at DESC LIMIT $2)`,
      [id, MAX_SESSIONS],
    );
    return started.length === 1;
  }

  async isLive(id: string, accountId: string): Promise<boolean> {
    const found: unknown[] = await this.rows.query(
      'SELECT 1 FROM account_session WHERE id = $1 AND account_id = $2 AND expires_at > now()',
      [id, accountId],
    );
    return found.length === 1;
  }

  /**
   * Replaces a refresh token with `next`. Locks the session's row first, so that the second of two
   * concurrent refreshes waits and sees the changes of the first.
   * @returns the account and its tier; `ended` if the session had already ended; `reused` if the
   * session ends now (token-use.ts)
   */
  rotate(
    shown: StoredToken,
    next: StoredToken,
  ): Promise<{ accountId: string; tier: string } | 'ended' | 'reused'> {
    return this.rows.manager.transaction(async (manager) => {
      const [session]: { accountId: string; tier: string }[] = await manager.query(
        `SELECT account_id AS "accountId",
           (SELECT tier FROM account WHERE id = account_id) AS tier
         FROM account_session
         WHERE id = $1 AND expires_at > now() FOR UPDATE`,
        [shown.sessionId],
      );
      if (session === undefined) {
        return 'ended';
      }
      if (!isAcceptableUse(await useOf(shown, manager))) {
        await manager.query('DELETE FROM account_session WHERE id = $1', [shown.sessionId]);
        return 'reused';
      }
      await replace(shown, next, manager);
      return session;
    });
  }

  async end(id: string): Promise<void> {
    await this.rows.query('DELETE FROM account_session WHERE id = $1', [id]);
  }

  /**
   * Every half hour is often enough, because expired sessions are harmless and only take up space.
   */
  @Sweep({ name: 'sessions', everyMs: 1_800_000 })
  removeExpired(batch?: number): Promise<void> {
    return deleteInBatches(
      this.rows,
      `DELETE FROM account_session WHERE id IN (
         SELECT id FROM account_session WHERE expires_at <= now() ORDER BY expires_at LIMIT $1)`,
      [],
      batch,
    );
  }
}

/** What the session has recorded about a token; null if it has no record of it. */
async function useOf(
  { sessionId, hash }: StoredToken,
  manager: EntityManager,
): Promise<TokenUse | null> {
  const [use]: TokenUse[] = await manager.query(
    `SELECT extract(epoch FROM clock_timestamp() - shown.used_at)::float8 * 1000 AS "sinceUseMs",
       EXISTS (
         SELECT 1 FROM refresh_token later
         WHERE later.session_id = $1 AND later.hash <> $2
           AND later.issued_at >= shown.used_at AND later.used_at IS NOT NULL
       ) AS "isFollowed"
     FROM refresh_token shown WHERE shown.session_id = $1 AND shown.hash = $2`,
    [sessionId, hash],
  );
  return use ?? null;
}

/**
 * Uses `clock_timestamp()`, because `now()` is the start of the transaction. A transaction that
 * waited for another started before the other ended, although its work comes later.
 */
async function replace(
  { sessionId, hash }: StoredToken,
  next: StoredToken,
  manager: EntityManager,
): Promise<void> {
  // The first use of a token also uses up its unused siblings. If two tokens were issued in
  // exchange for the same token within the leeway, the browser continues with one of them, and the
  // other may belong to a thief.
  await manager.query(
    `UPDATE refresh_token SET used_at = clock_timestamp()
     WHERE session_id = $1 AND used_at IS NULL AND EXISTS (
       SELECT 1 FROM refresh_token WHERE session_id = $1 AND hash = $2 AND used_at IS NULL)`,
    [sessionId, hash],
  );
  await manager.query(
    'INSERT INTO refresh_token (hash, session_id, issued_at) VALUES ($2, $1, clock_timestamp())',
    [sessionId, next.hash],
  );
  await manager.query(
    `DELETE FROM refresh_token WHERE session_id = $1 AND hash NOT IN (
       SELECT hash FROM refresh_token WHERE session_id = $1 ORDER BY issued_at DESC LIMIT $2)`,
    [sessionId, MAX_TOKENS],
  );
}
