import {
  type KeptParams,
  keptParamsSchema,
  LIMITS,
  previewPath,
  previewQuerySchema,
  taskIdOfStartMerge,
} from '@dipper/contract';
import { parseUrl } from '@dipper/media';
import { DomainError } from '../infra/http/domain-error.js';

/**
 * Longest address that a link may lead to, characters: Node refuses requests whose line and headers
 * are more than 16 KiB, and encoding makes nine characters of one.
 */
const MAX_ADDRESS = 12_000;

/** Campaigns and share buttons add others. */
const KEYS: ReadonlySet<string> = new Set(Object.keys(previewQuerySchema.shape));

/** What an object of somebody else has under a key of its own. */
function ownValue(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** A start-merge link of this deployment is kept without its origin, which may change. */
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
 * What POST /api/shorten-preview is asked to keep.
 * @param body unchecked, as it came
 * @param origin of this deployment
 * @throws DomainError PAYLOAD_TOO_LARGE or INVALID_REQUEST
 */
export function readParams(body: unknown, origin: string): KeptParams {
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

/** What the query of a /preview address would be kept as; null where it could not be shared. */
export function readQuery(search: string): KeptParams | null {
  const query = [...new URLSearchParams(search)].filter(([key]) => KEYS.has(key));
  const { success, data } = keptParamsSchema.safeParse(Object.fromEntries(query));
  return success ? data : null;
}
