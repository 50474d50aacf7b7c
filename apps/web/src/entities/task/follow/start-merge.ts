import { API, startMergePath, startMergeReplySchema } from '@dipper/contract';
import { ApiFailure, type FailedReply } from '../../../lib/api/api-failure.js';
import { withBearer } from '../../../lib/api/bearer.js';
import { callApi, headStatus } from '../../../lib/api/api-client.js';
import type { MergeFailure } from './merge.reducer.js';
import { inTurn } from './task-calls.js';
import { within } from '../../../lib/api/within.js';

export type Start = (run: number, anyway: boolean) => Promise<void>;

/** Timeout for a server that accepts the request but never answers, milliseconds. */
export const START_PATIENCE_MS = 20_000;

/**
 * GET /api/download/start-merge. @param anyway whether a damaged source is accepted
 * @throws ApiFailure, or the reason of `outer`
 */
export async function startTask(
  taskId: string,
  { anyway = false, signal: outer }: { readonly anyway?: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const start = (signal: AbortSignal) =>
    withBearer((headers) =>
      callApi(startMergePath(taskId, anyway), startMergeReplySchema, { headers, signal }),
    );
  await within(START_PATIENCE_MS, start, outer);
}

/**
 * Starts a task once per try of the visitor, however often an effect asks (specification §4, start
 * guard), and once for simultaneous visits. A failed start releases the guard, and so does the end
 * of the visit: the next visit asks the server again, which restarts only a task that has failed or
 * was cancelled meanwhile, perhaps in another tab.
 * @returns a function that takes the visitor's try and whether a damaged source is accepted; it
 *   rejects with ApiFailure
 */
export function startGuard(taskId: string): Start {
  let started: { readonly run: number; readonly start: Promise<void> } | null = null;
  return (run, anyway) => {
    if (started?.run !== run) {
      const name = anyway ? 'start anyway' : 'start';
      const own = { run, start: inTurn(taskId, name, () => startTask(taskId, { anyway })) };
      started = own;
      own.start.catch(() => {
        if (started === own) {
          started = null;
        }
      });
    }
    return started.start;
  };
}

/** Tells an expired task from an unknown one by the status of its file. */
export async function lostTask(taskId: string, reply: FailedReply): Promise<MergeFailure> {
  return (await headStatus(API.file(taskId))) === 410
    ? { kind: 'expired' }
    : { kind: 'unknown-task', ...serverError(reply) };
}

/** Why a start failed, in the server's words if it sent any. */
export async function startFailure(taskId: string, error: unknown): Promise<MergeFailure> {
  const reply = error instanceof ApiFailure ? error.reply : {};
  return reply.status === 404
    ? lostTask(taskId, reply)
    : { kind: 'start', ...serverError(reply), againInSeconds: reply.retryAfterSeconds ?? 0 };
}

function serverError({ sentence, code, values }: FailedReply) {
  return { sentence: sentence ?? null, code, values };
}
