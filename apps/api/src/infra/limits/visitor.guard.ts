import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { Response } from 'express';
import { DomainError } from '../errors/domain-error.js';
import { Limited } from './limited.js';

/** The name of the limit of an API key, which applies in addition to its visitor's limit. */
export const KEY_LIMIT = 'key';
const HEADERS = ['Limit', 'Remaining', 'Reset'].map((name) => `RateLimit-${name}`);

/**
 * Counts requests to handlers marked `@Limited`, reports how many are left in `RateLimit-*`
 * headers, and refuses requests beyond the limit. HEAD counts like GET, because it costs the same.
 */
@Injectable()
export class VisitorGuard extends ThrottlerGuard {
  protected override headerPrefix = 'RateLimit';

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    try {
      return await super.canActivate(context);
    } finally {
      if (context.getType() === 'http') {
        keepTightest(context.switchToHttp().getResponse<Response>());
      }
    }
  }

  /**
   * Skips socket events. They also pass through global guards, but have separate limits
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

/**
 * Makes the headers report the limit with fewer requests left, because two limits may apply to a
 * request with an API key.
 */
function keepTightest(response: Response): void {
  const ofKey = HEADERS.map((name) => response.getHeader(`${name}-${KEY_LIMIT}`));
  const [, ownLeft = 0] = ofKey;
  const left = response.getHeader('RateLimit-Remaining');
  HEADERS.forEach((name, at) => {
    const value = ofKey[at];
    if (value !== undefined && (left === undefined || Number(ownLeft) < Number(left))) {
      response.setHeader(name, value);
    }
    response.removeHeader(`${name}-${KEY_LIMIT}`);
  });
  response.removeHeader(`Retry-After-${KEY_LIMIT}`);
}
