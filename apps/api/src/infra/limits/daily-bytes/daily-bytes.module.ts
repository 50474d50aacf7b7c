import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ENV, type Env } from '../../env/env.module.js';
import { DailyBytesGuard } from './daily-bytes.guard.js';
import { DeliveredBytes } from './delivered-bytes.js';

/** The operator's limit on bytes per visitor and day. */
@Module({
  providers: [
    { provide: APP_GUARD, useClass: DailyBytesGuard },
    {
      provide: DeliveredBytes,
      inject: [ENV],
      useFactory: ({ REDIS_URL }: Env) => new DeliveredBytes(REDIS_URL),
    },
  ],
})
export class DailyBytesModule {}
