import { configurableModule } from '../configurable-module.js';
import type { Site } from '../sites/site.js';
import type { ProxyUse, SiteSettings } from '../sites/site-settings.js';
import { type EgressAllow, parseEgressAllow } from './egress-policy.js';
import type { UpstreamProxy } from './upstream-proxy.js';

export interface EgressOptions {
  /** The result of `parseEgressAllow` for EGRESS_ALLOW. */
  allow: EgressAllow;
  /** The host names (or `host:port`) under which visitors reach us. */
  ownHosts: readonly string[];
  /**
   * Each `host:port` that this process listens on. See `ownEndpoints` for the meaning of a
   * wildcard.
   */
  ownEndpoints: readonly string[];
  /**
   * The operator's outbound proxy for a site. It is looked up for each connection; by default there
   * is none.
   */
  proxyOf?: (site: Site, use: ProxyUse) => UpstreamProxy | null;
  /** Called after each connection through a proxy. */
  noteProxy?: (proxy: UpstreamProxy, worked: boolean) => void;
}

export const {
  ConfigurableModuleClass: ConfigurableEgressModule,
  MODULE_OPTIONS_TOKEN: EGRESS_OPTIONS,
} = configurableModule<EgressOptions>();

/**
 * The options of the guard, from the operator's configuration. @throws Error for an invalid
 * EGRESS_ALLOW
 */
export function egressOptions(
  env: { readonly EGRESS_ALLOW: string; readonly PUBLIC_URL?: string | undefined },
  sites: Pick<SiteSettings, 'proxyOf' | 'noteProxy'>,
): EgressOptions {
  return {
    allow: parseEgressAllow(env.EGRESS_ALLOW),
    ownHosts: env.PUBLIC_URL === undefined ? [] : [new URL(env.PUBLIC_URL).hostname],
    // main.ts adds these once the server is listening.
    ownEndpoints: [],
    proxyOf: (site, use) => sites.proxyOf(site, use),
    noteProxy: (proxy, worked) => sites.noteProxy(proxy, worked),
  };
}
