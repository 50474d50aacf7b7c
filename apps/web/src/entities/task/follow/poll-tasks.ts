import { askStatus, type StatusAnswer } from '@dipper/client';
import { send } from '../../../lib/api/api-client.js';
import { inRounds } from './rounds.js';

/**
 * Follows tasks without sockets, for pages that only want to know what has become of them: a list
 * may contain twenty tasks, most of them finished. `followTask` follows the task of a page. Asks for
 * one task after another. If the server does not respond or is busy, the rest of the round is
 * skipped. Ends silently when `signal` is aborted.
 * @param onAnswer receives each answer; returns true to ask for this task again in the next round
 */
export async function pollTasks(
  taskIds: readonly string[],
  onAnswer: (taskId: string, answer: StatusAnswer) => boolean,
  signal: AbortSignal,
): Promise<void> {
  let left = taskIds;
  const round = async () => {
    const again: string[] = [];
    let isAnswered = true;
    for (const taskId of left) {
      if (!isAnswered) {
        again.push(taskId);
        continue;
      }
      const answer = await askStatus(send, taskId, signal);
      signal.throwIfAborted();
      isAnswered = answer.kind !== 'error';
      if (onAnswer(taskId, answer)) {
        again.push(taskId);
      }
    }
    left = again;
    if (left.length === 0) {
      return 'over';
    }
    return isAnswered ? 'answered' : 'unanswered';
  };
  await inRounds(0, round, signal);
}
