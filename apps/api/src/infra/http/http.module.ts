import { Global, Module, type NestModule } from '@nestjs/common';
import { APP_FILTER, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import type { ExpressAdapter } from '@nestjs/platform-express';
import { HealthModule } from '../health/health.module.js';
import { DomainErrorFilter } from './reply/domain-error.filter.js';
import { readJsonBodies } from './request/json-body.js';
import { OpenResponses } from './reply/open-responses.js';
import { RequestGate } from './request/request-gate.js';
import { validationPipe } from './request/validation.js';

/**
 * Handles every incoming request, and every error in a reply. Global, because Nest runs the
 * shutdown hooks of global modules last, so that replies can finish during the grace period of
 * merges.
 */
@Global()
@Module({
  imports: [HealthModule],
  providers: [
    { provide: APP_PIPE, useFactory: validationPipe },
    { provide: APP_FILTER, useClass: DomainErrorFilter },
    OpenResponses,
    RequestGate,
  ],
})
export class HttpModule implements NestModule {
  constructor(private readonly host: HttpAdapterHost) {}

  /**
   * Runs after the pages' module, so that the reply to a refused body also gets the pages' security
   * headers.
   */
  configure(): void {
    readJsonBodies(this.host.httpAdapter as ExpressAdapter);
  }
}
