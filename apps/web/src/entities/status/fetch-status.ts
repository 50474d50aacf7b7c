import { API, type ServiceStatus, serviceStatusSchema } from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * GET /api/status.
 * @throws ApiFailure, a TimeoutError, or the abort reason
 */
export function fetchStatus(signal: AbortSignal): Promise<ServiceStatus> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  return callApi(API.serviceStatus, serviceStatusSchema, {
    signal: AbortSignal.any([signal, late]),
  });
}
