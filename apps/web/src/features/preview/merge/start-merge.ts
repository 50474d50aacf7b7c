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
 * start guard). It lives as long as one visit of the preview page: the next visit asks the server
 * again, since the task may have been cancelled or have failed in the meantime.
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

/** A task that the server has forgotten may have expired: the file's status tells which. */
export async function lostTask(taskId: string, reply: FailedReply): Promise<MergeFailure> {
  return (await headStatus(API.file(taskId))) === 410
    ? { kind: 'expired' }
    : { kind: 'unknown-task', ...serverError(reply) };
}

/** Why a start failed, in the server's words where it sent any. */
export async function startFailure(taskId: string, error: unknown): Promise<MergeFailure> {
  const reply = error instanceof ApiFailure ? error.reply : {};
  return reply.status === 404
    ? lostTask(taskId, reply)
    : { kind: 'start', ...serverError(reply), againInSeconds: reply.retryAfterSeconds ?? 0 };
}

function serverError({ sentence, code, values }: FailedReply) {
  return { sentence: sentence ?? null, code, values };
}
