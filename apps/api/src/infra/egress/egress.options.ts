import { configurableModule } from '../configurable-module.js';
import type { Env } from '../env/env.js';
import type { Site } from '../sites/site.js';
import type { SiteSettings } from '../sites/site-settings.js';
import { type EgressAllow, parseEgressAllow } from './egress-policy.js';
import type { UpstreamProxy } from './upstream-proxy.js';

export interface EgressOptions {
  /** Read from EGRESS_ALLOW by `parseEgressAllow`. */
  allow: EgressAllow;
  /** Host names (or `host:port`) under which visitors reach us. */
  ownHosts: readonly string[];
  /** `host:port` this process listens on; see `ownEndpoints` for what a wildcard stands for. */
  ownEndpoints: readonly string[];
  /** The operator's outbound proxy for a site, looked up for each connection; none by default. */
  proxyOf?: (site: Site) => UpstreamProxy | null;
}

export const {
  ConfigurableModuleClass: ConfigurableEgressModule,
  MODULE_OPTIONS_TOKEN: EGRESS_OPTIONS,
} = configurableModule<EgressOptions>();

/** The guard as configured by the operator. @throws Error for an invalid EGRESS_ALLOW */
export function egressOptions(
  env: Pick<Env, 'EGRESS_ALLOW' | 'PUBLIC_URL'>,
  sites: Pick<SiteSettings, 'proxyOf'>,
): EgressOptions {
  return {
    allow: parseEgressAllow(env.EGRESS_ALLOW),
    ownHosts: env.PUBLIC_URL === undefined ? [] : [new URL(env.PUBLIC_URL).hostname],
    // main.ts adds them once the server listens.
    ownEndpoints: [],
    proxyOf: (site) => sites.proxyOf(site),
  };
}
