import { API, isFinal, LIMITS, type MergeStatus, mergeStatusSchema } from '@dipper/contract';
import { nextPollDelay, POLL_FIRST_DELAY_MS } from '@dipper/media';
import { callApi, headStatus, isOk } from '../../../lib/api/api-client.js';
import { ApiFailure } from '../../../lib/api/api-failure.js';
import { pause } from '../../../lib/time/pause.js';
import { lifeSigns } from './life-signs.js';
import type { MergeEvent, PollError } from './merge.reducer.js';
import { within } from '../../../lib/api/within.js';

/** Timeout of a poll, which counts as an error, milliseconds. */
export const POLL_PATIENCE_MS = 10_000;

export interface Polling {
  readonly taskId: string;
  /** The highest progress the page has shown so far. */
  readonly progress: number;
  readonly report: (event: MergeEvent) => void;
  readonly signal: AbortSignal;
}

type Answer =
  | { readonly kind: 'status'; readonly status: MergeStatus }
  /** The task is forgotten, but its file exists. */
  | { readonly kind: 'found' }
  /** Neither the task nor its file exists. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'error'; readonly error: PollError };

function pollError(failure: ApiFailure): PollError {
  if (failure.kind !== 'http') {
    return { kind: failure.kind };
  }
  const { status = 0, statusText, sentence, code, values } = failure.reply;
  return { kind: 'http', status, text: statusText || sentence || '', code, values };
}

async function askStatus(taskId: string, signal: AbortSignal): Promise<Answer> {
  try {
    const ask = (given: AbortSignal) =>
      callApi(API.status(taskId), mergeStatusSchema, { signal: given });
    const status = await within(POLL_PATIENCE_MS, ask, signal);
    return { kind: 'status', status };
  } catch (error) {
    if (!(error instanceof ApiFailure)) {
      throw error;
    }
    return error.reply.status === 404
      ? settleByFile(taskId, signal)
      : { kind: 'error', error: pollError(error) };
  }
}

/** A missing status may mean a finished task (specification §4); only the file can tell. */
async function settleByFile(taskId: string, signal: AbortSignal): Promise<Answer> {
  const status = await headStatus(API.file(taskId), signal);
  if (status === 0) {
    // The file's state is still unknown.
    return { kind: 'error', error: { kind: 'network' } };
  }
  return { kind: isOk(status) ? 'found' : 'gone' };
}

async function poll(polling: Polling): Promise<void> {
  const { taskId, report, signal } = polling;
  let delayMs = POLL_FIRST_DELAY_MS;
  let { progress } = polling;
  const isAlive = lifeSigns(progress);
  let idle = 0;
  let errors = 0;
  for (;;) {
    await pause(delayMs, signal);
    signal.throwIfAborted();
    const answer = await askStatus(taskId, signal);
    signal.throwIfAborted();
    if (answer.kind === 'found') {
      report({ type: 'file-found' });
      return;
    }
    if (answer.kind === 'gone') {
      report({ type: 'failed', failure: { kind: 'file-gone' } });
      return;
    }
    if (answer.kind === 'status') {
      const { status } = answer;
      report({ type: 'reported', status });
      if (isFinal(status.status)) {
        return;
      }
      errors = 0;
      idle = isAlive(status) ? 0 : idle + 1;
      progress = Math.max(progress, status.progress);
    } else {
      idle += 1;
      errors += 1;
      if (errors >= LIMITS.pollErrors) {
        report({ type: 'failed', failure: { kind: 'too-many-errors', reason: answer.error } });
        return;
      }
    }
    if (idle >= LIMITS.pollAttempts) {
      report({ type: 'failed', failure: { kind: 'timed-out' } });
      return;
    }
    delayMs = nextPollDelay({
      previousDelayMs: delayMs,
      progress,
      failed: answer.kind === 'error',
    });
  }
}

/**
 * Polls a task's status until it ends, by the rules of specification §4 and the contract: delays
 * and caps, 60 polls without progress, 5 errors in a row, 404 settled by the file. Ends silently
 * when `signal` is aborted.
 */
export async function pollMerge(polling: Polling): Promise<void> {
  try {
    await poll(polling);
  } catch (error) {
    if (!polling.signal.aborted) {
      throw error;
    }
  }
}
