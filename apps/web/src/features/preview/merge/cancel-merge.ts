import { API, isFinal, mergeStatusSchema } from '@dipper/contract';
import { callApi } from '../../../lib/api/api-client.js';
import { ApiFailure } from '../../../lib/api/api-failure.js';
import type { MergeEvent } from './merge.reducer.js';
import { lostTask } from './start-merge.js';
import { inTurn } from './task-calls.js';

/** Why a merge goes on although it was to be cancelled. Words: `progress.notCancelled`. */
export type CancelProblem = 'noAnswer' | 'busy' | 'failed' | 'restarted';

/** What came of a cancel: news of the task, and why it goes on if it does. */
export interface Cancellation {
  readonly event: MergeEvent | null;
  readonly problem: CancelProblem | null;
}

/** A network that swallows the call must not leave the visitor waiting for the browser to notice. */
export const CANCEL_PATIENCE_MS = 10_000;

function problemOf(error: unknown): CancelProblem {
  if (!(error instanceof ApiFailure) || error.kind === 'network') {
    return 'noAnswer';
  }
  const { status } = error.reply;
  return status === 429 || status === 503 ? 'busy' : 'failed';
}

async function askToCancel(taskId: string): Promise<Cancellation> {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), CANCEL_PATIENCE_MS);
  try {
    const status = await inTurn(taskId, async () => {
      signal.throwIfAborted();
      // A visitor who cancels and closes the tab means it.
      const init = { method: 'DELETE', keepalive: true, signal };
      return callApi(API.task(taskId), mergeStatusSchema, init);
    });
    // One that goes on was started anew before the cancel was heard.
    return {
      event: { type: 'reported', status },
      problem: isFinal(status.status) ? null : 'restarted',
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Cancels a task. The reply decides what came of it: it may have been finished, or be gone. */
export async function cancelMerge(taskId: string): Promise<Cancellation> {
  try {
    return await askToCancel(taskId);
  } catch (error) {
    if (error instanceof ApiFailure && error.reply.status === 404) {
      const failure = await lostTask(taskId, error.reply);
      return { event: { type: 'failed', failure }, problem: null };
    }
    return { event: null, problem: problemOf(error) };
  }
}
