import { API, startMergePath, startMergeReplySchema, type StartTaskInput } from '@dipper/contract';
import { callApi, jsonBody, type Send } from '../calls/call-api.js';
import { within } from '../calls/within.js';

/** In milliseconds. The server may accept a request but never respond. */
export const START_PATIENCE_MS = 20_000;

/** How to start a task. */
export interface StartOptions {
  /** True to accept a damaged source. */
  readonly anyway?: boolean;
  /** The URL to call when the task ends, which requires a key (docs/http-api.md, "Webhooks"). */
  readonly callbackUrl?: string | undefined;
  readonly signal?: AbortSignal;
}

/**
 * GET /api/download/start-merge, or POST if there is a URL to call.
 * @throws ApiFailure, or the reason of `signal`
 */
export async function startTask(
  send: Send,
  taskId: string,
  { anyway = false, callbackUrl, signal: outer }: StartOptions,
): Promise<void> {
  const input: StartTaskInput = { task_id: taskId, anyway, callback_url: callbackUrl };
  const [path, init] =
    callbackUrl === undefined
      ? [startMergePath(taskId, anyway), {}]
      : [API.startMerge, jsonBody('POST', input)];
  const start = (signal: AbortSignal) =>
    callApi(send, path, startMergeReplySchema, { ...init, signal });
  await within(START_PATIENCE_MS, start, outer);
}
