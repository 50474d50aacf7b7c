import { type ExecutionContext, Module } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { Request } from 'express';
import { ENV, type Env } from '../env/env.module.js';
import { AccountAttempts } from './account-attempts.js';
import { BucketStorage } from './bucket.storage.js';
import { Limited, type LimitedKind, VISITOR_LIMITS } from './limited.js';
import { isOfKnownDevice, visitorKey } from './visitor.js';
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
    getTracker: (request) => visitorKey((request as Request).ip),
    generateKey: (context, visitor) => {
      const kind = kindOf(context);
      const isKnown = kind === 'login' && isOfKnownDevice(context.switchToHttp().getRequest());
      return `${isKnown ? 'known-login' : kind}:${visitor}`;
    },
    throttlers: [
      {
        limit: (context) => VISITOR_LIMITS[kindOf(context)].size,
        ttl: (context) => VISITOR_LIMITS[kindOf(context)].refillMs,
      },
    ],
  };
}
