import { API, type FeedItem, feedItemSchema } from '@dipper/contract';
import { callApi, jsonBody, type Send } from '../calls/call-api.js';

/**
 * POST /api/auth/feed/items: adds the audio file of a finished task to the account's podcast feed. The
 * same task has only one item, so the call may be repeated.
 * @throws ApiFailure, or the reason of `signal`
 */
export function addToFeed(send: Send, taskId: string, signal?: AbortSignal): Promise<FeedItem> {
  const init = { ...jsonBody('POST', { task_id: taskId }), ...(signal && { signal }) };
  return callApi(send, API.feedItems, feedItemSchema, init);
}
