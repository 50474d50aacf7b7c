import { API, mergeStatusSchema } from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';
import { ApiFailure } from '../../lib/api/api-failure.js';
import { pause } from '../../lib/time/pause.js';
import { steadyMs } from '../../lib/time/steady-ms.js';
import { within } from '../../lib/api/within.js';
import { type Standing, standingOf } from './standing.js';

/**
 * Poll interval while a task is running, milliseconds; doubles while the server does not answer.
 */
const ROUND_MS = 5000;
const MAX_ROUND_MS = 60_000;
/** Timeout of a request, milliseconds. */
const PATIENCE_MS = 10_000;

interface Following {
  readonly taskIds: readonly string[];
  readonly onStanding: (taskId: string, standing: Standing) => void;
  readonly signal: AbortSignal;
}

/** @returns null if the server did not answer or was busy, which says nothing about the task */
async function ask(taskId: string, signal: AbortSignal): Promise<Standing | null> {
  try {
    const status = await within(
      PATIENCE_MS,
      (limit) => callApi(API.status(taskId), mergeStatusSchema, { signal: limit }),
      signal,
    );
    return standingOf(status, steadyMs());
  } catch (error) {
    return error instanceof ApiFailure && error.reply.status === 404 ? { kind: 'gone' } : null;
  }
}

/**
 * Polls tasks one after the other, as long as one of them is running. If the server does not
 * answer, the rest of the round is skipped and the next one starts later.
 */
export async function followTasks({ taskIds, onStanding, signal }: Following): Promise<void> {
  let left = taskIds;
  let delayMs = ROUND_MS;
  while (left.length > 0) {
    const again: string[] = [];
    let answers = true;
    for (const taskId of left) {
      const standing: Standing | null = answers ? await ask(taskId, signal) : null;
      if (signal.aborted) {
        return;
      }
      answers = standing !== null;
      if (standing !== null) {
        onStanding(taskId, standing);
      }
      if (standing === null || standing.kind === 'made') {
        again.push(taskId);
      }
    }
    left = again;
    delayMs = answers ? ROUND_MS : Math.min(delayMs * 2, MAX_ROUND_MS);
    if (left.length > 0) {
      await pause(delayMs, signal);
    }
    if (signal.aborted) {
      return;
    }
  }
}
