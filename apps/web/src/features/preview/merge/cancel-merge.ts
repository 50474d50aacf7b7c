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

/** @throws the reason of `signal`, also while a start that nobody answers is waited for. */
async function askToCancel(taskId: string, signal: AbortSignal): Promise<Cancellation> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  const asked = inTurn(taskId, () => {
    signal.throwIfAborted();
    // A visitor who cancels and closes the tab means it.
    const init = { method: 'DELETE', keepalive: true, signal };
    return callApi(API.task(taskId), mergeStatusSchema, init);
  });
  const status = await Promise.race([asked, aborted]);
  // One that goes on was started anew before the cancel was heard.
  return {
    event: { type: 'reported', status },
    problem: isFinal(status.status) ? null : 'restarted',
  };
}

/** Cancels a task. The reply decides what came of it: it may have been finished, or be gone. */
export async function cancelMerge(taskId: string): Promise<Cancellation> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), CANCEL_PATIENCE_MS);
  try {
    return await askToCancel(taskId, controller.signal);
  } catch (error) {
    if (error instanceof ApiFailure && error.reply.status === 404) {
      const failure = await lostTask(taskId, error.reply);
      return { event: { type: 'failed', failure }, problem: null };
    }
    return { event: null, problem: problemOf(error) };
  } finally {
    clearTimeout(timer);
  }
}
