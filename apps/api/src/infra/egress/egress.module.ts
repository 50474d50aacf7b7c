import { Module } from '@nestjs/common';
import { ConfigurableEgressModule } from './egress.options.js';
import { EgressService } from './egress.service.js';
import { ForwardProxy } from './forward-proxy.js';

/**
 * Handles all traffic that leaves the machine: our own requests, and those of child processes.
 * Global.
 */
@Module({
  providers: [EgressService, ForwardProxy],
  exports: [EgressService, ForwardProxy],
})
export class EgressModule extends ConfigurableEgressModule {}
