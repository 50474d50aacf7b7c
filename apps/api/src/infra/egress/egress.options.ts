import { configurableModule } from '../configurable-module.js';
import type { Site } from '../sites/site.js';
import type { EgressAllow } from './egress-policy.js';
import type { UpstreamProxy } from './upstream-proxy.js';

export interface EgressOptions {
  /** Read from EGRESS_ALLOW by `parseEgressAllow`. */
  allow: EgressAllow;
  /** Host names (or `host:port`) under which visitors reach us. */
  ownHosts: readonly string[];
  /** `host:port` this process listens on; see `ownEndpoints` for what a wildcard stands for. */
  ownEndpoints: readonly string[];
  /** The operator's outbound proxy for a site, asked at each connection; none when not given. */
  proxyOf?: (site: Site) => UpstreamProxy | null;
}

export const {
  ConfigurableModuleClass: ConfigurableEgressModule,
  MODULE_OPTIONS_TOKEN: EGRESS_OPTIONS,
} = configurableModule<EgressOptions>();
