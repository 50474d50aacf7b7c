import { callApi, type Schema } from '../../../lib/api/api-client.js';
import { within } from '../../../lib/api/within.js';

/** Timeout of a form's request, milliseconds. */
export const PATIENCE_MS = 20_000;

/** Sends what was typed. @throws ApiFailure, or the abort reason */
export function post<T>(
  path: string,
  schema: Schema<T>,
  body: object,
  signal: AbortSignal,
): Promise<T> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return within(PATIENCE_MS, (late) => callApi(path, schema, { ...init, signal: late }), signal);
}
