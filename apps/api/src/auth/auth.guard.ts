import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard as PassportGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { DomainError } from '../infra/errors/domain-error.js';
import type { SignedInSession } from './session/access-tokens.js';

/** Requires a valid access token: `@UseGuards(AuthGuard)`, then `@Session()`. */
@Injectable()
export class AuthGuard extends PassportGuard('jwt') {
  /**
   * @param info the error from jsonwebtoken, which tells our own expired tokens from invalid ones
   */
  override handleRequest<T>(error: unknown, signedIn: T | false, info: unknown): T {
    if (error) {
      throw error as Error;
    }
    if (!signedIn) {
      const wasGood = (info as Error | undefined)?.name === 'TokenExpiredError';
      throw new DomainError(wasGood ? 'SESSION_ENDED' : 'NOT_SIGNED_IN');
    }
    return signedIn;
  }
}

/** Like `AuthGuard`, but also accepts expired tokens, and those of ended sessions. */
@Injectable()
export class ExpiredAuthGuard extends PassportGuard('jwt-even-expired') {
  override handleRequest<T>(error: unknown, signedIn: T | false): T {
    if (error || !signedIn) {
      throw (error as Error | null) ?? new DomainError('NOT_SIGNED_IN');
    }
    return signedIn;
  }
}

/** A parameter decorator for controllers behind either guard: the signed-in account. */
export const Session = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    (context.switchToHttp().getRequest<Request>() as Request & { user: SignedInSession }).user,
);
