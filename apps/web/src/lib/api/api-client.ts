import { type ErrorReply, errorReplySchema } from '@dipper/contract';
import { calledAddress } from './api-address.js';
import { ApiFailure, type FailedReply } from './api-failure.js';

/** Anything that checks a reply: the schemas of the contract. */
export interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(calledAddress(path), init);
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

/** The error of a reply, or of the end of a stream. */
export function failedReply({ error, code, values }: ErrorReply): FailedReply {
  return { sentence: error, code, ...(values !== undefined && { values }) };
}

/** Retry-After in seconds, as our server gives it; a proxy's date is not worth a clock. */
function retryAfter({ headers }: Response): { retryAfterSeconds?: number } {
  const value = headers.get('retry-after') ?? '';
  return /^\d{1,5}$/.test(value) ? { retryAfterSeconds: Number(value) } : {};
}

/**
 * One call of the API whose body is read by the caller.
 * @throws ApiFailure for any reply but a success, or the abort reason.
 */
export async function openApi(path: string, init: RequestInit): Promise<Response> {
  const response = await send(path, init);
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

/** The JSON of a reply, checked with `schema`. @throws ApiFailure */
export async function parseReply<T>(response: Response, schema: Schema<T>): Promise<T> {
  const body = await bodyOf(response);
  const reply = schema.safeParse(body);
  if (!reply.success) {
    throw new ApiFailure('unexpected', { status: response.status, isJson: body !== undefined });
  }
  return reply.data;
}

/**
 * One call of the API. @returns the reply, checked with `schema`. @throws ApiFailure, or the abort
 * reason when `init.signal` was aborted.
 */
export async function callApi<T>(
  path: string,
  schema: Schema<T>,
  init: RequestInit = {},
): Promise<T> {
  return parseReply(await openApi(path, init), schema);
}

/** Asks whether something can be had, without fetching it. @returns the HTTP status, 0 without an answer. */
export async function headStatus(path: string, signal?: AbortSignal): Promise<number> {
  try {
    return (await send(path, { method: 'HEAD', ...(signal !== undefined && { signal }) })).status;
  } catch (error) {
    if (error instanceof ApiFailure) {
      return 0;
    }
    throw error;
  }
}

/** True for a status that means "here it is". */
export function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}
