import { Module } from '@nestjs/common';
import { DiskCheck } from './disk-check.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';
import { Shutdown } from './shutdown.js';

@Module({
  controllers: [HealthController],
  providers: [DiskCheck, Readiness, Shutdown],
  exports: [Readiness, Shutdown],
})
export class HealthModule {}
