import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-jwt';
import type { SignedInSession } from '../infra/principal/principal.js';
import { bearer } from './bearer.js';
import { ACCESS_TOKEN, AccessTokens, readClaims } from './session/access-tokens.js';

type SecretCallback = (error: null, key: Buffer) => void;

/** How both strategies find and verify a token. */
const verification = (accessTokens: AccessTokens) => ({
  ...ACCESS_TOKEN,
  secretOrKeyProvider: (_: Request, token: string, done: SecretCallback) =>
    done(null, accessTokens.keyOf(token)),
  jwtFromRequest: ({ headers }: Request) => bearer(headers.authorization),
});

/**
 * Accepts access tokens from the Authorization header only. The guards check whether their session
 * is still active.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(accessTokens: AccessTokens) {
    super({ ...verification(accessTokens), ignoreExpiration: false });
  }

  /**
   * @param claims the claims of a token whose signature, algorithm, issuer, audience and lifetime
   * are valid
   */
  validate(claims: unknown): SignedInSession | false {
    return readClaims(claims) ?? false;
  }
}

/** Also accepts expired access tokens, for signing out. */
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
