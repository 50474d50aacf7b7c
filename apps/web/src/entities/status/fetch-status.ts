import { within } from '@dipper/client';
import { API, type ServiceStatus, serviceStatusSchema } from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';

/** Timeout of a request, in milliseconds. */
const PATIENCE_MS = 15_000;

/**
 * GET /api/status.
 * @throws ApiFailure, or the abort reason
 */
export function fetchStatus(signal: AbortSignal): Promise<ServiceStatus> {
  const call = (late: AbortSignal) =>
    callApi(API.serviceStatus, serviceStatusSchema, { signal: late });
  return within(PATIENCE_MS, call, signal);
}
