import { API, type MergeStatus, mergeStatusSchema } from '@dipper/contract';
import { ApiFailure } from '../calls/api-failure.js';
import { callApi, headStatus, isOk, type Send } from '../calls/call-api.js';
import { within } from '../calls/within.js';
import type { PollError } from '../follow/task-news.js';
import { BUSY_SECONDS, isBusy } from './patiently.js';

/** In milliseconds. */
export const STATUS_PATIENCE_MS = 10_000;

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

/** GET /api/download/status/{task_id}. @throws ApiFailure, or the reason of `signal` */
export function taskStatus(send: Send, taskId: string, signal?: AbortSignal): Promise<MergeStatus> {
  const ask = (limit: AbortSignal) =>
    callApi(send, API.status(taskId), mergeStatusSchema, { signal: limit });
  return within(STATUS_PATIENCE_MS, ask, signal);
}

/**
 * Requests a task's status, for callers that request it again after a failure.
 * @throws only the reason of `signal`
 */
export async function askStatus(
  send: Send,
  taskId: string,
  signal: AbortSignal,
): Promise<StatusAnswer> {
  try {
    return { kind: 'status', status: await taskStatus(send, taskId, signal) };
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
  return {
    kind: 'error',
    error: { kind: 'http', status, text: statusText || sentence || '', code, values },
    busyMs: isBusy(status) ? (retryAfterSeconds ?? BUSY_SECONDS) * 1000 : null,
  };
}

/**
 * Checks whether an unknown task's file exists. The status of a finished task may be gone, although
 * its file exists (specification §4).
 * @returns 'unclear' if there is no reply
 */
export async function askFile(
  send: Send,
  taskId: string,
  signal: AbortSignal,
): Promise<'found' | 'gone' | 'unclear'> {
  const status = await headStatus(send, API.file(taskId), signal);
  if (status === 0) {
    return 'unclear';
  }
  return isOk(status) ? 'found' : 'gone';
}
