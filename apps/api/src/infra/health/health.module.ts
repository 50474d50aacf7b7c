import { Module } from '@nestjs/common';
import { DiskCheck } from './disk-check.js';
import { HealthController } from './health.controller.js';
import { Shutdown } from './shutdown.js';

@Module({
  controllers: [HealthController],
  providers: [DiskCheck, Shutdown],
  exports: [Shutdown],
})
export class HealthModule {}
