import { LIMITS } from '@dipper/contract';
import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../infra/errors/domain-error.js';
import type { SignInAccount } from '../account/account.repository.js';
import type { SignedInSession } from '../../infra/principal/principal.js';
import { type KeyRing, Keys, readWithAny } from '../../infra/keys/keys.js';
import { AccessTokens } from './access-tokens.js';
import { mintRefreshToken, newSessionId, readRefreshToken } from './refresh-token.js';
import { SessionRepository } from './session.repository.js';

/** The lifetime of a session, seconds (contract). Activity does not extend it. */
const REMEMBERED_SECONDS = 30 * 24 * 3600;
const USUAL_SECONDS = 24 * 3600;

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Lifetime of the access token, in seconds. */
  readonly expires_in: number;
}

/**
 * Starts a session when a visitor signs in, renews it with refresh tokens, and can end it at any
 * time (docs/decisions/0028).
 */
@Injectable()
export class SessionsService {
  private readonly logger = new Logger(SessionsService.name);
  private readonly refreshKeys: KeyRing;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly accessTokens: AccessTokens,
    keys: Keys,
  ) {
    this.refreshKeys = keys.for('refresh token');
  }

  /**
   * Starts a session.
   * @param account with the hash that the password was compared with
   * @returns null if the password has changed in the meantime, or if the account no longer exists
   */
  async start(account: SignInAccount, remembered: boolean): Promise<Tokens | null> {
    const sessionId = newSessionId();
    const first = mintRefreshToken(sessionId, this.refreshKeys.current);
    const seconds = remembered ? REMEMBERED_SECONDS : USUAL_SECONDS;
    const session = { first: first.stored, remembered, seconds };
    return (await this.sessions.start(account, session))
      ? this.tokens({ accountId: account.id, sessionId, tier: account.tier }, first.token)
      : null;
  }

  /**
   * Exchanges a refresh token for a new pair of tokens.
   * @throws DomainError NOT_SIGNED_IN for an invalid token, SESSION_ENDED for an ended session
   */
  async rotate(refreshToken: string | null): Promise<{ accountId: string; tokens: Tokens }> {
    const shown =
      refreshToken && readWithAny(this.refreshKeys, (key) => readRefreshToken(refreshToken, key));
    if (!shown) {
      throw new DomainError('NOT_SIGNED_IN');
    }
    const next = mintRefreshToken(shown.sessionId, this.refreshKeys.current);
    const rotated = await this.sessions.rotate(shown, next.stored);
    if (rotated === 'reused') {
      this.logger.warn(
        `Session ${shown.sessionId} was ended because a refresh token was used twice`,
      );
    }
    if (typeof rotated === 'string') {
      throw new DomainError('SESSION_ENDED');
    }
    const tokens = await this.tokens({ ...rotated, sessionId: shown.sessionId }, next.token);
    return { accountId: rotated.accountId, tokens };
  }

  isLive({
    sessionId,
    accountId,
  }: Pick<SignedInSession, 'sessionId' | 'accountId'>): Promise<boolean> {
    return this.sessions.isLive(sessionId, accountId);
  }

  end({ sessionId }: Pick<SignedInSession, 'sessionId'>): Promise<void> {
    return this.sessions.end(sessionId);
  }

  private async tokens(signedIn: SignedInSession, refreshToken: string): Promise<Tokens> {
    return {
      access_token: await this.accessTokens.sign(signedIn),
      refresh_token: refreshToken,
      expires_in: LIMITS.accessTokenSeconds,
    };
  }
}
