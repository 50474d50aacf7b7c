import { API, type DomainConfig, domainConfigSchema } from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';

/**
 * GET /api/domain-config.
 * @throws ApiFailure
 */
export function fetchSite(): Promise<DomainConfig> {
  return callApi(API.domainConfig, domainConfigSchema);
}
