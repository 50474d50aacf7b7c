import { API_PREFIX, AUTH_PREFIX } from '@dipper/contract';
import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { ConfigModule } from '../config/config.module.js';
import { DomainConfigService } from '../config/domain-config.service.js';
import { DomainError } from '../infra/errors/domain-error.js';
import { markKnownDevice } from '../infra/limits/visitor.js';
import { setPrincipal } from '../infra/principal/principal.js';
import { passwordOrigin } from './device/device-cookie.js';
import { identify } from './identify.js';
import { presentsApiKey } from './key/api-key.js';
import { Devices } from './device/devices.service.js';

/**
 * Determines the sender of a request (`Principal`), and guards everything under /api/auth. No reply
 * there may be cached. On a domain without accounts, these paths do not exist, tokens are ignored,
 * and API keys are refused everywhere. Also recognizes devices that have signed in before. All of
 * this runs before the rate limits. Imported after the pages, so that each reply has their security
 * headers, and before bodies are read.
 */
@Module({ imports: [ConfigModule], providers: [Devices] })
export class IdentifySenderModule implements NestModule {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly domains: DomainConfigService,
    private readonly devices: Devices,
  ) {}

  configure(): void {
    this.host.httpAdapter.use(
      AUTH_PREFIX,
      (request: Request, response: Response, next: NextFunction) => {
        const { config } = this.domains.forHost(request.get('host') ?? '');
        response.setHeader('Cache-Control', 'no-store');
        if (this.devices.isGenuine(passwordOrigin(request).device)) {
          markKnownDevice(request);
        }
        next(config.authentication_enabled ? undefined : new DomainError('NOT_FOUND'));
      },
    );
    this.host.httpAdapter.use(
      API_PREFIX,
      (request: Request, response: Response, next: NextFunction) => {
        const { config } = this.domains.forHost(request.get('host') ?? '');
        const { authorization } = request.headers;
        if (authorization === undefined || !config.authentication_enabled) {
          next(presentsApiKey(authorization) ? new DomainError('KEY_INVALID') : undefined);
          return;
        }
        identify(request, response)
          .then((principal) => {
            setPrincipal(request, principal);
            next();
          })
          // An unhandled rejection would end the process.
          .catch(next);
      },
    );
  }
}
