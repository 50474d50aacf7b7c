import { Module } from '@nestjs/common';
import { ENV, type Env } from '../infra/env/env.module.js';
import { DomainConfigService } from './domain-config.service.js';

@Module({
  providers: [
    {
      provide: DomainConfigService,
      inject: [ENV],
      useFactory: ({ DOMAINS_DIR }: Env) => new DomainConfigService(DOMAINS_DIR),
    },
  ],
  exports: [DomainConfigService],
})
export class ConfigModule {}
