import type { DynamicModule, Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { join } from 'node:path';
import { DatabaseModule } from './infra/database/database.module.js';
import { EgressModule } from './infra/egress/egress.module.js';
import { egressOptions } from './infra/egress/egress.options.js';
import { ENV, type Env, EnvModule } from './infra/env/env.module.js';
import { HealthModule } from './infra/health/health.module.js';
import { LogModule } from './infra/log/log.module.js';
import { MetricsModule } from './infra/metrics/metrics.module.js';
import { OutcomesModule } from './infra/outcomes/outcomes.module.js';
import { ProcessModule } from './infra/process/process.module.js';
import { ProgramsModule } from './infra/programs/programs.module.js';
import { QueueModule } from './infra/queue/queue.module.js';
import { SITE_SETTINGS_FILE, SiteSettings } from './infra/sites/site-settings.js';
import { SitesModule } from './infra/sites/sites.module.js';
import { s3Settings } from './infra/storage/s3/s3-settings.js';
import { StorageModule } from './infra/storage/storage.module.js';
import { SweepsModule } from './infra/sweeps/sweeps.module.js';

/** For modules whose options are environment variables. */
const withEnv = { inject: [ENV], useFactory: (env: Env) => env };

export function coreModules(env: Env, secret: string): (DynamicModule | Type)[] {
  return [
    LogModule.forRoot(env.LOG_LEVEL),
    EnvModule.forRoot(env, secret),
    MetricsModule,
    ProcessModule.forRootAsync(withEnv),
    ProgramsModule.forRootAsync(withEnv),
    DatabaseModule.forRootAsync(withEnv),
    QueueModule.forRootAsync({
      inject: [ENV],
      useFactory: ({ REDIS_URL }: Env) => ({ redisUrl: REDIS_URL }),
    }),
    ScheduleModule.forRoot(),
    SweepsModule,
    OutcomesModule,
    StorageModule.forRootAsync({
      inject: [ENV],
      useFactory: (env: Env) => ({
        root: join(env.DATA_DIR, 'media'),
        maxBytes: env.MAX_DISK_BYTES,
        accelRedirect: env.ACCEL_REDIRECT,
        s3: s3Settings(env),
      }),
    }),
    SitesModule.forRoot({ file: SITE_SETTINGS_FILE }),
    EgressModule.forRootAsync({ inject: [ENV, SiteSettings], useFactory: egressOptions }),
    HealthModule,
  ];
}
