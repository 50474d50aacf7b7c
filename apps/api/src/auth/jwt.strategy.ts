import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import { DomainError } from '../infra/errors/domain-error.js';
import { bearer } from './bearer.js';
import {
  ACCESS_TOKEN,
  AccessTokens,
  readClaims,
  type SignedInSession,
} from './session/access-tokens.js';
import { SessionsService } from './session/sessions.service.js';

type SecretCallback = (error: null, key: Buffer) => void;

/**
 * Accepts access tokens from the Authorization header only, and only while their session is active.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    accessTokens: AccessTokens,
    private readonly sessions: SessionsService,
  ) {
    super({
      ...ACCESS_TOKEN,
      secretOrKeyProvider: (_: Request, token: string, done: SecretCallback) =>
        done(null, accessTokens.keyOf(token)),
      ignoreExpiration: false,
      jwtFromRequest: ({ headers }: Request) => bearer(headers.authorization),
    });
  }

  /**
   * @param claims of a token whose signature, algorithm, issuer, audience and lifetime are valid
   */
  async validate(claims: unknown): Promise<SignedInSession> {
    const signedIn = readClaims(claims);
    if (signedIn === null) {
      throw new DomainError('NOT_SIGNED_IN');
    }
    if (!(await this.sessions.isLive(signedIn))) {
      throw new DomainError('SESSION_ENDED');
    }
    return signedIn;
  }
}
