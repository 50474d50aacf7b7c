import { API, startMergePath, startMergeReplySchema } from '@dipper/contract';
import { ApiFailure, type FailedReply } from '../../../lib/api/api-failure.js';
import { callApi, headStatus } from '../../../lib/api/api-client.js';
import type { MergeFailure } from './merge.reducer.js';
import { inTurn } from './task-calls.js';

export type Start = (run: number, anyway: boolean) => Promise<void>;

async function ask(taskId: string, anyway: boolean): Promise<void> {
  await callApi(startMergePath(taskId, anyway), startMergeReplySchema);
}

/**
 * Starts a task once for each try of the visitor, however often an effect asks (specification §4,
 * start guard). It belongs to one visit of the preview page: the next visit asks the server again,
 * who knows whether the task still runs, or was cancelled or failed in the meantime.
 * @returns a function of the visitor's try, and whether a damaged source is accepted; it rejects
 *   with ApiFailure.
 */
export function startGuard(taskId: string): Start {
  let started: { readonly run: number; readonly start: Promise<void> } | null = null;
  return (run, anyway) => {
    if (started?.run !== run) {
      started = { run, start: inTurn(taskId, () => ask(taskId, anyway)) };
    }
    return started.start;
  };
}

/** A task that is not known any more may have had its time; the address of its file tells. */
export async function lostTask(taskId: string, reply: FailedReply): Promise<MergeFailure> {
  return (await headStatus(API.file(taskId))) === 410
    ? { kind: 'expired' }
    : { kind: 'unknown-task', ...saidIn(reply) };
}

/** Why a start failed: what the server said about it when it said something. */
export async function startFailure(taskId: string, error: unknown): Promise<MergeFailure> {
  const reply = error instanceof ApiFailure ? error.reply : {};
  return reply.status === 404
    ? lostTask(taskId, reply)
    : { kind: 'start', ...saidIn(reply), againInSeconds: reply.retryAfterSeconds ?? 0 };
}

function saidIn({ sentence, code, values }: FailedReply) {
  return { sentence: sentence ?? null, code, values };
}
