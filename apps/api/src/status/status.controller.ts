import { API, type ServiceStatus } from '@dipper/contract';
import { Controller, Get, Header, Headers } from '@nestjs/common';
import { DomainConfigService } from '../config/domain-config.service.js';
import { FRESH_MS, StatusService } from './status.service.js';
import { Scope } from '../infra/principal/scope.js';

@Controller()
@Scope('read')
export class StatusController {
  constructor(
    private readonly domains: DomainConfigService,
    private readonly status: StatusService,
  ) {}

  @Get(API.serviceStatus)
  @Header('Cache-Control', `public, max-age=${FRESH_MS / 1000}`)
  @Header('Vary', 'Host')
  read(@Headers('host') host = ''): Promise<ServiceStatus> {
    return this.status.of(this.domains.forHost(host).config);
  }
}
