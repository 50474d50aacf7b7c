import { API, startMergePath, startMergeReplySchema } from '@dipper/contract';
import { ApiFailure } from '../../lib/api-failure.js';
import { callApi, headStatus } from '../../lib/api-client.js';
import type { MergeFailure } from './merge.reducer.js';

const started = new Map<string, Promise<void>>();

async function ask(taskId: string, anyway: boolean): Promise<void> {
  await callApi(startMergePath(taskId, anyway), startMergeReplySchema);
}

/**
 * Starts a task, once for each page however often it is asked (specification §4, start guard).
 * After a failure the next call asks anew.
 * @param anyway accepts a file whose source is damaged.
 * @throws ApiFailure
 */
export function startMergeOnce(taskId: string, anyway: boolean): Promise<void> {
  const running = started.get(taskId);
  if (running !== undefined) {
    return running;
  }
  const start = ask(taskId, anyway);
  started.set(taskId, start);
  start.catch(() => started.delete(taskId));
  return start;
}

/** Lets the next `startMergeOnce` ask again: the visitor wants another try. */
export function forgetStart(taskId: string): void {
  started.delete(taskId);
}

/**
 * Why a start failed: the server's sentence when it gave one. A task that is not known any more may
 * have had its time; the address of its file tells.
 */
export async function startFailure(taskId: string, error: unknown): Promise<MergeFailure> {
  const reply = error instanceof ApiFailure ? error.reply : {};
  const sentence = reply.sentence ?? null;
  if (reply.status !== 404) {
    return { kind: 'start', sentence, againInSeconds: reply.retryAfterSeconds ?? 0 };
  }
  return (await headStatus(API.file(taskId))) === 410
    ? { kind: 'expired' }
    : { kind: 'unknown-task', sentence };
}
