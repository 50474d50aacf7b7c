import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { Response } from 'express';
import { DomainError } from '../http/domain-error.js';
import { Limited } from './limited.js';

/**
 * Counts what is marked `@Limited`, says in `RateLimit-*` headers how much is left, and refuses what
 * is beyond. HEAD counts like GET: it costs the same question.
 */
@Injectable()
export class VisitorGuard extends ThrottlerGuard {
  protected override headerPrefix = 'RateLimit';

  /** Socket events pass global guards, too; they have limits of their own (infra/socket). */
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    const isLimited =
      context.getType() === 'http' &&
      this.reflector.getAllAndOverride(Limited, [context.getHandler(), context.getClass()]);
    return Promise.resolve(!isLimited);
  }

  protected override throwThrottlingException(
    context: ExecutionContext,
    { limit, timeToExpire, timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    const response = context.switchToHttp().getResponse<Response>();
    response.setHeader('RateLimit-Limit', limit);
    response.setHeader('RateLimit-Remaining', 0);
    response.setHeader('RateLimit-Reset', timeToExpire);
    throw new DomainError('RATE_LIMITED', {
      values: { seconds: timeToBlockExpire },
      retryAfterSeconds: timeToBlockExpire,
    });
  }
}
