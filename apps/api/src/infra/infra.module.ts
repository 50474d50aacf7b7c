import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { MetricsController } from './metrics/metrics.controller.js';
import { OutcomeCounts } from './outcomes/outcome-counts.js';
import { ProcessRegistry } from './process/process-registry.js';
import { ProgramsService } from './programs/programs.service.js';
import { SITE_SETTINGS_FILE, SiteSettings } from './sites/site-settings.js';
import { Sweeps } from './sweeps/sweeps.js';

const SERVICES = [
  OutcomeCounts,
  ProcessRegistry,
  ProgramsService,
  { provide: SiteSettings, useFactory: () => new SiteSettings({ file: SITE_SETTINGS_FILE }) },
  Sweeps,
];

/**
 * The parts of `infra` that are a single service, for processes of all roles. Parts with several
 * providers or with a choice of adapters have their own modules.
 */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [MetricsController],
  providers: SERVICES,
  exports: SERVICES,
})
export class InfraModule {}
