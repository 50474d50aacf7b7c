import { Injectable } from '@nestjs/common';
import { DomainConfigService } from '../config/domain-config.service.js';
import { bearer } from './bearer.js';
import { AccessTokens } from './session/access-tokens.js';
import { SessionsService } from './session/sessions.service.js';

/** Finds the account of a request, for features that also work without an account. */
@Injectable()
export class SignedInService {
  constructor(
    private readonly domains: DomainConfigService,
    private readonly accessTokens: AccessTokens,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Returns the id of the account that sent a request. Never fails, because the callers also work
   * without accounts.
   * @param authorization the Authorization header
   * @param host the Host header
   * @returns null without a valid token, on a domain without accounts, and while the database is
   * down
   */
  async find(authorization: string | undefined, host: string): Promise<string | null> {
    const token = bearer(authorization);
    if (token === null || !this.domains.forHost(host).config.authentication_enabled) {
      return null;
    }
    try {
      const signedIn = await this.accessTokens.read(token);
      return signedIn && (await this.sessions.isLive(signedIn)) ? signedIn.accountId : null;
    } catch {
      return null;
    }
  }
}
