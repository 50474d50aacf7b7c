import { type ErrorReply, errorReplySchema } from '@dipper/contract';
import { ApiFailure, type FailedReply } from './api-failure.js';

/**
 * Sends a request to the caller's server, like `fetch`. Pages, programs and specs each pass their
 * own implementation.
 * @param path an API path, or a full URL
 */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** Anything that validates a reply, such as the contract's schemas. */
export interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

async function sent(send: Send, path: string, init: RequestInit): Promise<Response> {
  try {
    return await send(path, init);
  } catch (cause) {
    if (init.signal?.aborted === true) {
      throw cause;
    }
    throw new ApiFailure('network', {}, { cause });
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch {
    return undefined;
  }
}

/** Converts the error from a reply or from the last line of a stream. */
export function failedReply({ error, code, values }: ErrorReply): FailedReply {
  return { sentence: error, code, ...(values !== undefined && { values }) };
}

/**
 * Parses Retry-After in seconds, which is what our server sends. Dates are ignored, because only
 * proxies send them.
 */
function retryAfter({ headers }: Response): { retryAfterSeconds?: number } {
  const value = headers.get('retry-after') ?? '';
  return /^\d{1,5}$/.test(value) ? { retryAfterSeconds: Number(value) } : {};
}

/** Returns the parts of a request that sends JSON. */
export function jsonBody(method: 'POST' | 'PUT', value: unknown) {
  return { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) };
}

/**
 * Calls the API, leaving the body to the caller.
 * @throws ApiFailure for any reply that is not a success, or the abort reason
 */
export async function openApi(send: Send, path: string, init: RequestInit): Promise<Response> {
  const response = await sent(send, path, init);
  if (!response.ok) {
    const body = await bodyOf(response);
    const error = errorReplySchema.safeParse(body);
    throw new ApiFailure('http', {
      status: response.status,
      statusText: response.statusText,
      isJson: body !== undefined,
      ...(error.success && failedReply(error.data)),
      ...retryAfter(response),
    });
  }
  return response;
}

/** Returns the JSON of a reply, validated with `schema`. @throws ApiFailure */
export async function parseReply<T>(response: Response, schema: Schema<T>): Promise<T> {
  const body = await bodyOf(response);
  const reply = schema.safeParse(body);
  if (!reply.success) {
    throw new ApiFailure('unexpected', { status: response.status, isJson: body !== undefined });
  }
  return reply.data;
}

/**
 * Calls the API. @returns the reply, validated with `schema`. @throws ApiFailure, or the abort
 * reason of `init.signal`
 */
export async function callApi<T>(
  send: Send,
  path: string,
  schema: Schema<T>,
  init: RequestInit = {},
): Promise<T> {
  return parseReply(await openApi(send, path, init), schema);
}

/**
 * Checks with HEAD whether something is available.
 * @returns the HTTP status; 0 if there is no reply
 */
export async function headStatus(send: Send, path: string, signal?: AbortSignal): Promise<number> {
  try {
    const init = { method: 'HEAD', ...(signal !== undefined && { signal }) };
    return (await sent(send, path, init)).status;
  } catch (error) {
    if (error instanceof ApiFailure) {
      return 0;
    }
    throw error;
  }
}

/** True for a 2xx status. */
export function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}
