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

/** How both strategies find and verify a token. */
const verification = (accessTokens: AccessTokens) => ({
  ...ACCESS_TOKEN,
  secretOrKeyProvider: (_: Request, token: string, done: SecretCallback) =>
    done(null, accessTokens.keyOf(token)),
  jwtFromRequest: ({ headers }: Request) => bearer(headers.authorization),
});

/**
 * Accepts access tokens from the Authorization header only, and only while their session is active.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    accessTokens: AccessTokens,
    private readonly sessions: SessionsService,
  ) {
    super({ ...verification(accessTokens), ignoreExpiration: false });
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

/** Accepts expired access tokens too, whether or not their session is active: for signing out. */
@Injectable()
export class ExpiredJwtStrategy extends PassportStrategy(Strategy, 'jwt-even-expired') {
  constructor(accessTokens: AccessTokens) {
    super({ ...verification(accessTokens), ignoreExpiration: true });
  }

  /** @param claims like those of `JwtStrategy`, except for the lifetime */
  validate(claims: unknown): SignedInSession | false {
    return readClaims(claims) ?? false;
  }
}
