import { configurableModule } from '../configurable-module.js';
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
} = configurableModule<EgressOptions>();
