import { API, mergeStatusSchema } from '@dipper/contract';
import { callApi } from '../../lib/api/api-client.js';
import { ApiFailure } from '../../lib/api/api-failure.js';
import { pause } from '../../lib/pause.js';
import { steadyMs } from '../../lib/steady-ms.js';
import { within } from '../../lib/within.js';
import { type Standing, standingOf } from './standing.js';

/** Between two rounds while something is made, milliseconds; doubled while the server does not answer. */
const ROUND_MS = 5000;
const MAX_ROUND_MS = 60_000;
/** A server that says nothing for so long does not answer, milliseconds. */
const PATIENCE_MS = 10_000;

interface Following {
  readonly taskIds: readonly string[];
  readonly onStanding: (taskId: string, standing: Standing) => void;
  readonly signal: AbortSignal;
}

/** @returns null when the server did not answer, or not for now: it says nothing about the task. */
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
 * Asks how tasks stand, one after the other, and again while one of them is made. A server that does
 * not answer is not asked for the rest of them, and later.
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
