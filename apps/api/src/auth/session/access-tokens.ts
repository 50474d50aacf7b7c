import { LIMITS } from '@dipper/contract';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type KeyRing, Keys } from '../../infra/keys/keys.js';
import { FREE_TIER } from '../../infra/limits/tiers.js';
import type { SignedInSession } from '../../infra/principal/principal.js';

/**
 * The properties that identify a JWT as one of our access tokens, besides its signature. The
 * algorithm is fixed here, so that a token can't choose another.
 */
export const ACCESS_TOKEN = {
  algorithms: ['HS256' as const],
  issuer: 'dipper',
  audience: 'dipper-api',
};
const TYPE = 'access';

const id = z.string().regex(/^[\w-]{1,64}$/);
const claimsSchema = z.object({
  ...{ sub: id, sid: id, typ: z.literal(TYPE) },
  // Tokens that an older version issued have no tier.
  tier: z.string().default(FREE_TIER),
});

const tokenSchema = z.object({ header: z.object({ kid: z.string().optional() }) });

/** Names a key in a token's header (`kid`, RFC 7515 §4.1.4) without revealing it. */
function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}

/**
 * The account and session in the claims of a verified access token; null for any other kind of
 * token.
 */
export function readClaims(claims: unknown): SignedInSession | null {
  const { success, data } = claimsSchema.safeParse(claims);
  return success ? { accountId: data.sub, sessionId: data.sid, tier: data.tier } : null;
}

/**
 * Issues access tokens: JWTs that are valid for 15 minutes, and only while their session is active.
 * Only the Passport strategies verify them (jwt.strategy.ts).
 */
@Injectable()
export class AccessTokens {
  private readonly keys: KeyRing;
  private readonly jwt: JwtService;

  constructor(keys: Keys) {
    this.keys = keys.for('access token');
    const { algorithms, issuer, audience } = ACCESS_TOKEN;
    this.jwt = new JwtService({
      secret: this.keys.current,
      signOptions: {
        algorithm: algorithms[0],
        keyid: keyId(this.keys.current),
        issuer,
        audience,
        expiresIn: LIMITS.accessTokenSeconds,
      },
    });
  }

  sign({ accountId, sessionId, tier }: SignedInSession): Promise<string> {
    return this.jwt.signAsync({ sub: accountId, sid: sessionId, typ: TYPE, tier });
  }

  /**
   * The key for verifying a token: the one named in its header, otherwise the current one. Accepts
   * any text and never throws.
   */
  keyOf(token: string): Buffer {
    const { kid } = tokenSchema.safeParse(this.decode(token)).data?.header ?? {};
    return this.keys.all.find((key) => keyId(key) === kid) ?? this.keys.current;
  }

  /** Returns null if the text is not a token. */
  private decode(token: string): unknown {
    try {
      return this.jwt.decode(token, { complete: true });
    } catch {
      // For tokens with `typ: JWT`, jws throws if the claims are not JSON.
      return null;
    }
  }
}
