import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';
import { DomainConfigService } from './domain-config.service.js';

@Module({
  controllers: [ConfigController],
  providers: [{ provide: DomainConfigService, useFactory: () => new DomainConfigService() }],
  exports: [DomainConfigService],
})
export class ConfigModule {}
