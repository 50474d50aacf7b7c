import { type DynamicModule, Module } from '@nestjs/common';
import type { Extension } from './app.module.js';
import { coreModules } from './core-modules.js';
import { EndingsModule } from './history/endings/endings.module.js';
import type { Env } from './infra/env/env.module.js';
import { HttpModule } from './infra/http/http.module.js';
import { MergeAnnouncer } from './merge/merge-announcer.js';
import { MergeModule } from './merge/merge.module.js';

/** ROLE=worker: makes files, and serves only its own health over HTTP (infra/health). */
@Module({})
export class WorkerModule {
  static forRoot(env: Env, secret: string, more: readonly Extension[] = []): DynamicModule {
    return {
      module: WorkerModule,
      imports: [...coreModules(env, secret), MergeModule, EndingsModule, ...more, HttpModule],
      providers: [MergeAnnouncer],
    };
  }
}
