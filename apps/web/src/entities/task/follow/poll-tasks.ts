import { askStatus, repeat, type StatusAnswer } from '@dipper/client';
import { send } from '../../../lib/api/api-client.js';
import { nextRoundMs } from './rounds.js';

interface PolledTasks {
  readonly taskIds: readonly string[];
  /** The delay before the first round, in milliseconds. */
  readonly firstMs?: number;
  /** Receives each answer. @returns true to ask for this task again in the next round */
  readonly onAnswer: (taskId: string, answer: StatusAnswer) => boolean;
  /** Returns the delay before the next round; `nextRoundMs` by default. */
  readonly delayMs?: (lastMs: number, last: StatusAnswer) => number;
  readonly signal: AbortSignal;
}

const byRounds = (lastMs: number, { kind }: StatusAnswer) => nextRoundMs(lastMs, kind !== 'error');

/**
 * Follows tasks without sockets, for pages that only want to know what has become of them: a list
 * may contain twenty tasks, most of them finished. `followTask` follows the task of a page. Asks for
 * one task after another. If the server does not respond or is busy, the rest of the round is
 * skipped. Ends silently when `signal` is aborted.
 */
export async function pollTasks(polled: PolledTasks): Promise<void> {
  const { taskIds, firstMs = 0, onAnswer, delayMs = byRounds, signal } = polled;
  let left = taskIds;
  let lastMs = 0;
  const round = async () => {
    const again: string[] = [];
    let answer: StatusAnswer | null = null;
    for (const taskId of left) {
      if (answer?.kind === 'error') {
        again.push(taskId);
        continue;
      }
      answer = await askStatus(send, taskId, signal);
      signal.throwIfAborted();
      if (onAnswer(taskId, answer)) {
        again.push(taskId);
      }
    }
    left = again;
    if (answer === null || left.length === 0) {
      return null;
    }
    lastMs = delayMs(lastMs, answer);
    return lastMs;
  };
  await repeat(firstMs, round, signal);
}
