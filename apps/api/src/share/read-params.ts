import {
  type StoredParams,
  keptParamsSchema,
  LIMITS,
  previewPath,
  previewQuerySchema,
  taskIdOfStartMerge,
} from '@dipper/contract';
import { parseUrl } from '@dipper/media';
import { DomainError } from '../infra/errors/domain-error.js';

/**
 * The maximum length of a link's target URL, in characters. Node refuses requests whose request
 * line and headers exceed 16 KiB, and encoding can turn one character into nine.
 */
const MAX_ADDRESS = 12_000;

/** The parameters that we know. Campaigns and share buttons add others. */
const KEYS: ReadonlySet<string> = new Set(Object.keys(previewQuerySchema.shape));

/** Reads an own property of an untrusted value; undefined if it has none. */
function ownValue(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** Removes the origin from a start-merge link of this deployment, because the origin may change. */
function withOwnPath(params: unknown, origin: string): unknown {
  const url = ownValue(params, 'url');
  if (typeof url !== 'string' || taskIdOfStartMerge(url) === null) {
    return params;
  }
  const parsed = parseUrl(url);
  return parsed?.origin === origin
    ? { ...(params as object), url: `${parsed.pathname}${parsed.search}` }
    : params;
}

/**
 * Parses the parameters of POST /api/shorten-preview.
 * @param body not yet validated
 * @param origin of this deployment
 * @throws DomainError PAYLOAD_TOO_LARGE or INVALID_REQUEST
 */
export function readParams(body: unknown, origin: string): StoredParams {
  const params = ownValue(body, 'params');
  if (Buffer.byteLength(JSON.stringify(params ?? null)) > LIMITS.shareBytes) {
    throw new DomainError('PAYLOAD_TOO_LARGE');
  }
  const { success, data, error } = keptParamsSchema.safeParse(withOwnPath(params, origin));
  if (!success) {
    throw new DomainError('INVALID_REQUEST', { cause: error.issues });
  }
  if (previewPath(data).length > MAX_ADDRESS) {
    throw new DomainError('PAYLOAD_TOO_LARGE');
  }
  return data;
}

/** The parameters under which a /preview query would be stored; null if it can't be shared. */
export function readQuery(search: string): StoredParams | null {
  const query = [...new URLSearchParams(search)].filter(([key]) => KEYS.has(key));
  const { success, data } = keptParamsSchema.safeParse(Object.fromEntries(query));
  return success ? data : null;
}
