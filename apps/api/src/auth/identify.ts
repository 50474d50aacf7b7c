import type { Request, Response } from 'express';
import passport from 'passport';
import {
  accountAt,
  type Principal,
  type SignedInSession,
  visitorAt,
} from '../infra/principal/principal.js';

/**
 * Reads the access token of a request. An invalid or expired one makes the sender a visitor without
 * an account. Does not ask the database, so it is cheap enough to come before the rate limits.
 * @param strategy a name from jwt.strategy.ts
 */
export function identify(
  request: Request,
  response: Response,
  strategy: 'jwt' | 'jwt-even-expired' = 'jwt',
): Promise<Principal> {
  return new Promise((resolve) => {
    const decide = (_: unknown, session: SignedInSession | false, info: unknown): void => {
      // The error of jsonwebtoken tells our own expired tokens from invalid ones.
      const hasExpired = (info as Error | undefined)?.name === 'TokenExpiredError';
      resolve(
        session
          ? accountAt(request, session)
          : visitorAt(request, hasExpired ? 'SESSION_ENDED' : 'NOT_SIGNED_IN'),
      );
    };
    const read = passport.authenticate(strategy, { session: false }, decide) as (
      ...handled: [Request, Response, () => void]
    ) => void;
    read(request, response, () => undefined);
  });
}
