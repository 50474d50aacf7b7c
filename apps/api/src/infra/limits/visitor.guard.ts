import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { Response } from 'express';
import { DomainError } from '../errors/domain-error.js';
import { Limited } from './limited.js';

/**
 * Counts requests to handlers marked `@Limited`, reports how many are left in `RateLimit-*`
 * headers, and refuses requests beyond the limit. HEAD counts like GET, because it costs the same.
 */
@Injectable()
export class VisitorGuard extends ThrottlerGuard {
  protected override headerPrefix = 'RateLimit';

  /**
   * Skips socket events. They pass through global guards, too, but have their own limits
   * (infra/socket).
   */
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
