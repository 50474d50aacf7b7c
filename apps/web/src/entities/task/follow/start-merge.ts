import { API, startMergePath, startMergeReplySchema } from '@dipper/contract';
import { ApiFailure, type FailedReply } from '../../../lib/api/api-failure.js';
import { withBearer } from '../../../lib/api/bearer.js';
import { callApi, headStatus } from '../../../lib/api/api-client.js';
import type { MergeFailure } from './merge.reducer.js';
import { inTurn } from './task-calls.js';
import { within } from '../../../lib/api/within.js';

export type Start = (run: number, anyway: boolean) => Promise<void>;

/** In milliseconds. The server may accept a request but never respond. */
export const START_PATIENCE_MS = 20_000;

/**
 * GET /api/download/start-merge.
 * @param anyway whether the visitor accepts a damaged source
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
 * Starts a task once per attempt, however often an effect requests it (specification §4, start
 * guard), and only once for simultaneous visits. A failed start releases the guard, and so does the
 * end of the visit. The next visit then asks the server again, which restarts a task only if it has
 * failed or been cancelled in the meantime, perhaps in another tab.
 * @returns a function that takes the number of the attempt and whether a damaged source is
 * accepted; it rejects with ApiFailure
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

/** Distinguishes an expired task from an unknown one by the status of its file. */
export async function lostTask(taskId: string, reply: FailedReply): Promise<MergeFailure> {
  return (await headStatus(API.file(taskId))) === 410
    ? { kind: 'expired' }
    : { kind: 'unknown-task', ...serverError(reply) };
}

/** Returns why a start failed, with the server's message if there is one. */
export async function startFailure(taskId: string, error: unknown): Promise<MergeFailure> {
  const reply = error instanceof ApiFailure ? error.reply : {};
  return reply.status === 404
    ? lostTask(taskId, reply)
    : { kind: 'start', ...serverError(reply), againInSeconds: reply.retryAfterSeconds ?? 0 };
}

function serverError({ sentence, code, values }: FailedReply) {
  return { sentence: sentence ?? null, code, values };
}
