import { API, defaultDomainConfig, type DomainConfig, domainConfigSchema } from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';

/**
 * Returns the site's configuration from GET /api/domain-config, otherwise the built-in one
 * (specification §7). A separate chunk, because our server embeds the configuration in its pages.
 */
export async function fetchSite(hostname: string): Promise<DomainConfig> {
  return callApi(API.domainConfig, domainConfigSchema).catch(() => defaultDomainConfig(hostname));
}
