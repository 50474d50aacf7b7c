import { API, type MergeStatus, mergeStatusSchema } from '@dipper/contract';
import { callApi, headStatus, isOk } from '../../../lib/api/api-client.js';
import { ApiFailure } from '../../../lib/api/api-failure.js';
import { within } from '../../../lib/api/within.js';
import type { PollError } from './merge.reducer.js';

/** In milliseconds. */
export const STATUS_PATIENCE_MS = 10_000;
/** In seconds, if a busy server does not state a delay. */
const BUSY_SECONDS = 5;

export type StatusAnswer =
  | { readonly kind: 'status'; readonly status: MergeStatus }
  /** The server never knew the task, or has deleted it. */
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'error';
      readonly error: PollError;
      /** How long a busy server asks us to wait, in milliseconds; null for other errors. */
      readonly busyMs: number | null;
    };

/**
 * GET /api/download/status/{task_id}.
 * @throws only the reason of `signal`
 */
export async function askStatus(taskId: string, signal: AbortSignal): Promise<StatusAnswer> {
  try {
    const ask = (limit: AbortSignal) =>
      callApi(API.status(taskId), mergeStatusSchema, { signal: limit });
    return { kind: 'status', status: await within(STATUS_PATIENCE_MS, ask, signal) };
  } catch (error) {
    if (!(error instanceof ApiFailure)) {
      throw error;
    }
    return error.reply.status === 404 ? { kind: 'unknown' } : failed(error);
  }
}

function failed(failure: ApiFailure): StatusAnswer {
  if (failure.kind !== 'http') {
    return { kind: 'error', error: { kind: failure.kind }, busyMs: null };
  }
  const { status = 0, statusText, sentence, code, values, retryAfterSeconds } = failure.reply;
  const isBusy = status === 429 || status === 503;
  return {
    kind: 'error',
    error: { kind: 'http', status, text: statusText || sentence || '', code, values },
    busyMs: isBusy ? (retryAfterSeconds ?? BUSY_SECONDS) * 1000 : null,
  };
}

/**
 * Checks whether an unknown task's file exists. The status of a finished task may be gone
 * (specification §4).
 * @returns 'unclear' if there is no reply
 */
export async function askFile(
  taskId: string,
  signal: AbortSignal,
): Promise<'found' | 'gone' | 'unclear'> {
  const status = await headStatus(API.file(taskId), signal);
  if (status === 0) {
    return 'unclear';
  }
  return isOk(status) ? 'found' : 'gone';
}
