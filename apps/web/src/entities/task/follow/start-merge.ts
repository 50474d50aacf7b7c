import { ApiFailure, type FailedReply, type Send, startTask as start } from '@dipper/client';
import { API } from '@dipper/contract';
import { headStatus, send } from '../../../lib/api/api-client.js';
import { withBearer } from '../../../lib/api/bearer.js';
import type { MergeFailure } from './merge.reducer.js';
import { inTurn } from './task-calls.js';

type Start = (run: number, anyway: boolean) => Promise<void>;

const asVisitor: Send = (path, init) => withBearer((headers) => send(path, { ...init, headers }));

/**
 * `startTask` of the client, for the page's server and the signed-in account, if any. It takes its
 * turn, so a later cancel cannot overtake it. Nobody can abort it, because others may share it.
 * @param anyway true to accept a damaged source
 * @throws ApiFailure
 */
export const startTask = (taskId: string, anyway = false): Promise<void> =>
  inTurn(taskId, anyway ? 'start anyway' : 'start', () => start(asVisitor, taskId, { anyway }));

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
      const own = { run, start: startTask(taskId, anyway) };
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
  if (reply.status === 404) {
    return lostTask(taskId, reply);
  }
  const refused = serverError(reply);
  const againInSeconds = reply.retryAfterSeconds ?? 0;
  return refused.sentence === null && refused.code === undefined
    ? { kind: 'no-start', againInSeconds }
    : { kind: 'start', ...refused, againInSeconds };
}

function serverError({ sentence, code, values }: FailedReply) {
  return { sentence: sentence ?? null, code, values };
}
