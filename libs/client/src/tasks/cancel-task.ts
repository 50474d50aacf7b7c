import { API, type MergeStatus, mergeStatusSchema } from '@dipper/contract';
import { callApi, type Send } from '../calls/call-api.js';

/**
 * DELETE /api/download/task/{task_id}. The request is sent even if the caller's page is closed
 * right afterwards.
 * @returns the status, which is `complete` if it was too late to cancel
 * @throws ApiFailure, or the reason of `signal`
 */
export function cancelTask(send: Send, taskId: string, signal?: AbortSignal): Promise<MergeStatus> {
  const init = { method: 'DELETE', keepalive: true, ...(signal && { signal }) };
  return callApi(send, API.task(taskId), mergeStatusSchema, init);
}
