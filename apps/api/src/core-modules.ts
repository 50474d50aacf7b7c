import type { DynamicModule, Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { join } from 'node:path';
import { DatabaseModule } from './infra/database/database.module.js';
import { EgressModule } from './infra/egress/egress.module.js';
import { egressOptions } from './infra/egress/egress.options.js';
import { ENV, type Env, EnvModule } from './infra/env/env.module.js';
import { HealthModule } from './infra/health/health.module.js';
import { InfraModule } from './infra/infra.module.js';
import { KeysModule } from './infra/keys/keys.module.js';
import { LogModule } from './infra/log/log.module.js';
import { QueueModule } from './infra/queue/queue.module.js';
import { SiteSettings } from './infra/sites/site-settings.js';
import { s3Settings } from './infra/storage/s3/s3-settings.js';
import { StorageModule } from './infra/storage/storage.module.js';

export function coreModules(env: Env, secret: string): (DynamicModule | Type)[] {
  return [
    LogModule.forRoot(env.LOG_LEVEL),
    EnvModule.forRoot(env),
    KeysModule.forRoot(secret, env.SECRET_PREVIOUS),
    InfraModule,
    DatabaseModule.forRootAsync({ inject: [ENV], useFactory: (env: Env) => env }),
    QueueModule.forRootAsync({
      inject: [ENV],
      useFactory: ({ REDIS_URL }: Env) => ({ redisUrl: REDIS_URL }),
    }),
    ScheduleModule.forRoot(),
    StorageModule.forRootAsync({
      inject: [ENV],
      useFactory: (env: Env) => ({
        root: join(env.DATA_DIR, 'media'),
        maxBytes: env.MAX_DISK_BYTES,
        accelRedirect: env.ACCEL_REDIRECT,
        s3: s3Settings(env),
      }),
    }),
    EgressModule.forRootAsync({ inject: [ENV, SiteSettings], useFactory: egressOptions }),
    HealthModule,
  ];
}
