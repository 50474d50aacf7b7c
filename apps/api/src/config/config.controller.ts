import { Controller, Get, Header, Headers, Inject } from '@nestjs/common';
import { API, type DomainConfig, type ServerConfig } from '@dipper/contract';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainConfigService } from './domain-config.service.js';
import { Scope } from '../infra/principal/scope.js';

@Controller()
@Scope('read')
export class ConfigController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly domains: DomainConfigService,
  ) {}

  @Get(API.config)
  @Header('Cache-Control', 'no-store')
  config(): ServerConfig {
    return {
      file_retention_seconds: this.env.FILE_RETENTION_SECONDS,
      environment: this.env.NODE_ENV,
    };
  }

  @Get(API.domainConfig)
  @Header('Vary', 'Host')
  domainConfig(@Headers('host') host = ''): DomainConfig {
    return this.domains.forHost(host).config;
  }
}
