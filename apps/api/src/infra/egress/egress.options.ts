import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { EgressAllow } from './egress-policy.js';

export interface EgressOptions {
  /** Read from EGRESS_ALLOW by `parseEgressAllow`. */
  allow: EgressAllow;
  /** Host names (or `host:port`) under which visitors reach us. */
  ownHosts: readonly string[];
  /** `host:port` this process listens on; see `ownEndpoints` for what a wildcard stands for. */
  ownEndpoints: readonly string[];
}

export const {
  ConfigurableModuleClass: ConfigurableEgressModule,
  MODULE_OPTIONS_TOKEN: EGRESS_OPTIONS,
} = new ConfigurableModuleBuilder<EgressOptions>()
  .setClassMethodName('forRoot')
  .setExtras({ global: true }, (definition, { global }) => ({ ...definition, global }))
  .build();
