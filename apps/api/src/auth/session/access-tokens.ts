import { LIMITS } from '@dipper/contract';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import * as z from 'zod';
import { SECRET } from '../../infra/env/env.module.js';
import { deriveKey } from '../../infra/env/derive-key.js';

export interface SignedInSession {
  readonly accountId: string;
  readonly sessionId: string;
}

/**
 * What identifies a JWT as one of our access tokens, besides its signature. The algorithm is fixed
 * here, so that a token can't choose its own.
 */
export const ACCESS_TOKEN = {
  algorithms: ['HS256' as const],
  issuer: 'dipper',
  audience: 'dipper-api',
};
const TYPE = 'access';

const id = z.string().regex(/^[\w-]{1,64}$/);
const claimsSchema = z.object({ sub: id, sid: id, typ: z.literal(TYPE) });

/**
 * The account and session in the claims of a verified access token; null for any other kind of
 * token.
 */
export function readClaims(claims: unknown): SignedInSession | null {
  const { success, data } = claimsSchema.safeParse(claims);
  return success ? { accountId: data.sub, sessionId: data.sid } : null;
}

/**
 * Issues and reads access tokens: JWTs that are valid for 15 minutes, and only while their session
 * is active.
 */
@Injectable()
export class AccessTokens {
  readonly key: Buffer;
  private readonly jwt: JwtService;

  constructor(@Inject(SECRET) secret: string) {
    this.key = deriveKey(secret, 'access token');
    const { algorithms, issuer, audience } = ACCESS_TOKEN;
    this.jwt = new JwtService({
      secret: this.key,
      signOptions: {
        algorithm: algorithms[0],
        issuer,
        audience,
        expiresIn: LIMITS.accessTokenSeconds,
      },
      verifyOptions: { algorithms, issuer, audience },
    });
  }

  sign({ accountId, sessionId }: SignedInSession): Promise<string> {
    return this.jwt.signAsync({ sub: accountId, sid: sessionId, typ: TYPE });
  }

  /**
   * The account and session of a token, whether or not the session is still active; null if the
   * token is invalid.
   * @param evenExpired true to accept an expired token too
   */
  async read(token: string, { evenExpired = false } = {}): Promise<SignedInSession | null> {
    try {
      return readClaims(await this.jwt.verifyAsync(token, { ignoreExpiration: evenExpired }));
    } catch {
      return null;
    }
  }
}
