import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsGateModule } from './auth/accounts-gate.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ConfigHttpModule } from './config/config-http.module.js';
import { coreModules } from './core-modules.js';
import { ExtractHttpModule } from './extract/extract-http.module.js';
import { HistoryModule } from './history/history.module.js';
import type { Env } from './infra/env/env.module.js';
import { HttpModule } from './infra/http/http.module.js';
import { LimitsModule } from './infra/limits/limits.module.js';
import { MergeHttpModule } from './merge/merge-http.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { RelayModule } from './relay/relay.module.js';
import { ShareModule } from './share/share.module.js';
import { WebModule } from './web/web.module.js';

/**
 * The whole server (ROLE=all), or only the part that visitors use (api). The pages come last, so
 * that their catch-all route only handles paths that no other route serves.
 */
@Module({})
export class AppModule {
  static forRoot(env: Env, secret: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...coreModules(env, secret),
        LimitsModule,
        ConfigHttpModule,
        AuthModule,
        ExtractHttpModule,
        MergeHttpModule,
        HistoryModule,
        RelayModule,
        ShareModule,
        OpenApiModule,
        WebModule,
        AccountsGateModule,
        HttpModule,
      ],
    };
  }
}
