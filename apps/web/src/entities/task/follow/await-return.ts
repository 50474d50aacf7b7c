import { LIMITS, type MergeStatus } from '@dipper/contract';
import { pollTasks } from './poll-tasks.js';

/** Delay between requests after the page has given up, in milliseconds. */
const LISTEN_MS = 10_000;
/** Keep listening for as long as files are kept by default. */
const LISTEN_TIMES = (LIMITS.retentionSeconds * 1000) / LISTEN_MS;

/**
 * Requests a task's status every 10 s for an hour after `followTask` has given up on a server that
 * did not respond. That is rarer than its polling, because the server may never return. Ends
 * silently when `signal` is aborted.
 * @param onStatus called with the first response, if there is one
 */
export async function awaitReturn(
  taskId: string,
  onStatus: (status: MergeStatus) => void,
  signal: AbortSignal,
): Promise<void> {
  let left = LISTEN_TIMES;
  await pollTasks({
    taskIds: [taskId],
    firstMs: LISTEN_MS,
    onAnswer: (_, answer) => {
      if (answer.kind === 'status') {
        onStatus(answer.status);
      }
      left -= 1;
      // If the server does not know the task by now, it never will.
      return answer.kind === 'error' && left > 0;
    },
    delayMs: (_, last) => (last.kind === 'error' ? last.busyMs : null) ?? LISTEN_MS,
    signal,
  });
}
