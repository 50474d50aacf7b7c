import {
  type StoredParams,
  keptParamsSchema,
  LIMITS,
  previewPath,
  previewQuerySchema,
  taskIdOfStartMerge,
} from '@dipper/contract';
import { parseUrl } from '@dipper/media';
import { DomainError } from '../infra/http/domain-error.js';

/**
 * Longest target URL of a link, characters: Node refuses requests whose line and headers exceed 16
 * KiB, and encoding can turn one character into nine.
 */
const MAX_ADDRESS = 12_000;

/** The known parameters; others are added by campaigns and share buttons. */
const KEYS: ReadonlySet<string> = new Set(Object.keys(previewQuerySchema.shape));

/** An own property of an untrusted object. */
function ownValue(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** A start-merge link of this deployment is stored without its origin, which may change. */
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
 * @param body not validated
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

/** The parameters that a /preview query would be stored as; null when it could not be shared. */
export function readQuery(search: string): StoredParams | null {
  const query = [...new URLSearchParams(search)].filter(([key]) => KEYS.has(key));
  const { success, data } = keptParamsSchema.safeParse(Object.fromEntries(query));
  return success ? data : null;
}
