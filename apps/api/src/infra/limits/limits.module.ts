import { type ExecutionContext, Module } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { Request } from 'express';
import { ENV, type Env } from '../env/env.module.js';
import { AccountAttempts } from './account-attempts.js';
import { BucketStorage } from './bucket.storage.js';
import { Limited, type LimitedKind, VISITOR_LIMITS } from './limited.js';
import { principalOf } from '../principal/principal.js';
import { limitsOf } from './tiers.js';
import { isOfKnownDevice } from './visitor.js';
import { VisitorGuard } from './visitor.guard.js';

/**
 * Rate limits per visitor for controllers marked `@Limited`, and the waits after failed sign-in
 * attempts.
 */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({ inject: [ENV, Reflector], useFactory: throttlerOptions }),
  ],
  providers: [
    { provide: APP_GUARD, useClass: VisitorGuard },
    {
      provide: AccountAttempts,
      inject: [ENV],
      useFactory: ({ RATE_LIMIT, REDIS_URL }: Env) =>
        new AccountAttempts({ redisUrl: REDIS_URL, isOn: RATE_LIMIT === 'on' }),
    },
  ],
  exports: [AccountAttempts],
})
export class LimitsModule {}

function throttlerOptions(
  { RATE_LIMIT, REDIS_URL }: Env,
  reflector: Reflector,
): ThrottlerModuleOptions {
  // The guard skips handlers that have no kind, so the default is never used.
  const kindOf = (context: ExecutionContext): LimitedKind =>
    reflector.getAllAndOverride(Limited, [context.getHandler(), context.getClass()]) ?? 'search';
  return {
    skipIf: () => RATE_LIMIT === 'off',
    storage: new BucketStorage(RATE_LIMIT === 'off' ? undefined : REDIS_URL),
    getTracker: (request) => principalOf(request as Request).key,
    generateKey: (context, key) => {
      const kind = kindOf(context);
      const isKnown = kind === 'login' && isOfKnownDevice(context.switchToHttp().getRequest());
      return `${isKnown ? 'known-login' : kind}:${key}`;
    },
    throttlers: [
      {
        limit: (context) => {
          const { tier } = principalOf(context.switchToHttp().getRequest<Request>());
          return VISITOR_LIMITS[kindOf(context)].size * limitsOf(tier).requests;
        },
        ttl: (context) => VISITOR_LIMITS[kindOf(context)].refillMs,
      },
    ],
  };
}
