import { type ExecutionContext, Module } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { Request } from 'express';
import { ENV, type Env } from '../env/env.module.js';
import { AccountAttempts } from './account-attempts.js';
import { BucketStorage } from './bucket.storage.js';
import { Limited, type LimitedKind, VISITOR_LIMITS } from './limited.js';
import { type KeyPrincipal, principalOf } from '../principal/principal.js';
import { limitsOf } from './tiers.js';
import { isOfKnownDevice } from './visitor.js';
import { KEY_LIMIT, VisitorGuard } from './visitor.guard.js';

const KEY_REFILL_MS = 60_000;

/**
 * Rate limits per visitor and API key for controllers marked `@Limited`, and waits after failed
 * sign-in attempts.
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
  const keyOf = (context: ExecutionContext): KeyPrincipal | null => {
    const principal = principalOf(context.switchToHttp().getRequest<Request>());
    return principal.kind === 'key' ? principal : null;
  };
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
        name: KEY_LIMIT,
        skipIf: (context) => RATE_LIMIT === 'off' || keyOf(context) === null,
        generateKey: (context) => `key:${keyOf(context)?.keyId}`,
        limit: (context) => keyOf(context)?.requestsPerMinute ?? 0,
        ttl: KEY_REFILL_MS,
      },
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
