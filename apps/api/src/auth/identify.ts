import type { Request, Response } from 'express';
import passport from 'passport';
import { presentsApiKey } from './key/api-key.js';
import { DomainError } from '../infra/errors/domain-error.js';
import {
  accountAt,
  keyAt,
  type Principal,
  type SignedInSession,
  type UsedKey,
  visitorAt,
} from '../infra/principal/principal.js';

/**
 * Determines the sender of a request. All credentials that a request may contain are read here.
 * @throws DomainError KEY_INVALID, KEY_EXPIRED; the database's error, because the validity of a key
 * is then unknown
 */
export async function identify(request: Request, response: Response): Promise<Principal> {
  if (!presentsApiKey(request.headers.authorization)) {
    return identifyByToken(request, response, 'jwt');
  }
  return keyAt(request, await readKey(request, response));
}

/**
 * Reads the access token of a request. An invalid or expired one makes the sender a visitor without
 * an account. Does not query the database, so it is cheap enough to run before the rate limits.
 * @param strategy a name from jwt.strategy.ts
 */
export function identifyByToken(
  request: Request,
  response: Response,
  strategy: 'jwt' | 'jwt-even-expired',
): Promise<Principal> {
  return new Promise((resolve) => {
    const decide = (_: unknown, session: SignedInSession | false, info: unknown): void => {
      // jsonwebtoken's error distinguishes our own expired tokens from invalid ones.
      const hasExpired = (info as Error | undefined)?.name === 'TokenExpiredError';
      resolve(
        session
          ? accountAt(request, session)
          : visitorAt(request, hasExpired ? 'SESSION_ENDED' : 'NOT_SIGNED_IN'),
      );
    };
    authenticate(strategy, decide)(request, response, () => undefined);
  });
}

function readKey(request: Request, response: Response): Promise<UsedKey> {
  return new Promise((resolve, reject) => {
    const decide = (error: unknown, used: UsedKey | false): void => {
      if (used) {
        resolve(used);
      } else {
        reject(error instanceof Error ? error : new DomainError('KEY_INVALID'));
      }
    };
    authenticate('api-key', decide)(request, response, () => undefined);
  });
}

function authenticate<User>(
  strategy: string,
  decide: (error: unknown, user: User | false, info: unknown) => void,
) {
  return passport.authenticate(strategy, { session: false }, decide) as (
    ...handled: [Request, Response, () => void]
  ) => void;
}
