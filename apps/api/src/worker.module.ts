import { API } from '@dipper/contract';
import { type DynamicModule, Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import type { Extension } from './app.module.js';
import { coreModules } from './core-modules.js';
import { EndingsModule } from './history/endings/endings.module.js';
import type { Env } from './infra/env/env.module.js';
import { DomainError } from './infra/errors/domain-error.js';
import { HttpModule } from './infra/http/http.module.js';
import { MergeAnnouncer } from './merge/merge-announcer.js';
import { MergeModule } from './merge/merge.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { TaskOutcomesModule } from './status/task-outcomes.module.js';

const SERVED: readonly string[] = [API.health, API.ready, API.metrics];

/**
 * ROLE=worker: makes files, and serves only its own health and metrics over HTTP (infra/health,
 * infra/metrics). A worker neither identifies nor limits senders, so controllers of additional
 * modules are not available there.
 */
@Module({})
export class WorkerModule implements NestModule {
  constructor(private readonly host: HttpAdapterHost) {}

  /** Must run before routes are registered. */
  configure(): void {
    this.host.httpAdapter.use((request: Request, _: Response, next: NextFunction) => {
      next(SERVED.includes(request.path) ? undefined : new DomainError('NOT_FOUND'));
    });
  }

  static forRoot(env: Env, secret: string, more: readonly Extension[] = []): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ...coreModules(env, secret),
        MergeModule,
        EndingsModule,
        TaskOutcomesModule,
        WebhooksModule,
        ...more,
        HttpModule,
      ],
      providers: [MergeAnnouncer],
    };
  }
}
