import { Injectable } from '@nestjs/common';
import { DomainConfigService } from '../config/domain-config.service.js';
import { bearer } from './bearer.js';
import { AccessTokens } from './session/access-tokens.js';
import { SessionsService } from './session/sessions.service.js';

/** Whose request it is, for what works without an account, too. */
@Injectable()
export class SignedInService {
  constructor(
    private readonly domains: DomainConfigService,
    private readonly accessTokens: AccessTokens,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * The account behind a request. Never fails: what does not depend on accounts goes on without.
   * @param authorization header
   * @param host header
   * @returns its id; null for visitors, for a token that is not good, at a domain without accounts,
   *   and while the database is down
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
