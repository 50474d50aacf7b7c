import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { IdentifySenderModule } from './auth/identify-sender.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ConfigController } from './config/config.controller.js';
import { ConfigModule } from './config/config.module.js';
import { coreModules } from './core-modules.js';
import { ExtractController } from './extract/extract.controller.js';
import { ExtractModule } from './extract/extract.module.js';
import { FeedModule } from './feed/feed.module.js';
import { HistoryModule } from './history/history.module.js';
import type { Env } from './infra/env/env.module.js';
import { HttpModule } from './infra/http/http.module.js';
import { DailyBytesModule } from './infra/limits/daily-bytes/daily-bytes.module.js';
import { IdempotencyModule } from './infra/idempotency/idempotency.module.js';
import { LimitsModule } from './infra/limits/limits.module.js';
import { MergeHttpModule } from './merge/merge-http.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { RelayModule } from './relay/relay.module.js';
import { ShareModule } from './share/share.module.js';
import { StatusModule } from './status/status.module.js';
import { TaskOutcomesModule } from './status/task-outcomes.module.js';
import { WebhooksHttpModule } from './webhooks/webhooks-http.module.js';
import { WebModule } from './web/web.module.js';

/** A module from outside the server (docs/extending.md). */
export type Extension = DynamicModule | Type;

/**
 * The whole server (ROLE=all), or only the part for visitors (api). Order matters at the end: pages
 * come after all other routes, because they handle every remaining path and set the security
 * headers of every reply. Then requests are identified (`IdentifySenderModule`), and only then are
 * bodies read (`HttpModule`).
 */
@Module({})
export class AppModule {
  static forRoot(env: Env, secret: string, more: readonly Extension[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...coreModules(env, secret),
        LimitsModule,
        DailyBytesModule,
        IdempotencyModule,
        ConfigModule,
        AuthModule,
        ExtractModule,
        MergeHttpModule,
        HistoryModule,
        WebhooksHttpModule,
        FeedModule,
        RelayModule,
        ShareModule,
        StatusModule,
        TaskOutcomesModule,
        OpenApiModule,
        ...more,
        WebModule,
        IdentifySenderModule,
        HttpModule,
      ],
      // Their modules also run where nothing is served, in workers.
      controllers: [ConfigController, ExtractController],
    };
  }
}
