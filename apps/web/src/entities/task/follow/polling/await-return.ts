import { LIMITS, type MergeStatus } from '@dipper/contract';
import { repeat } from '../../../../lib/time/repeat.js';
import { askStatus } from '../task-status.js';

/** The delay between two requests after the page has given up, in milliseconds. */
const LISTEN_MS = 10_000;
/** The page listens for as long as files are kept by default. */
const LISTEN_TIMES = (LIMITS.retentionSeconds * 1000) / LISTEN_MS;

/**
 * Asks for a task's status every 10 s for an hour, after polling has given up because the server
 * did not answer. It asks less often than polling does, because nobody knows whether the server
 * will return. Ends silently when `signal` is aborted.
 * @param onStatus called with the first answer, or never
 */
export async function awaitReturn(
  taskId: string,
  onStatus: (status: MergeStatus) => void,
  signal: AbortSignal,
): Promise<void> {
  let left = LISTEN_TIMES;
  const ask = async (): Promise<number | null> => {
    const answer = await askStatus(taskId, signal);
    signal.throwIfAborted();
    if (answer.kind === 'status') {
      onStatus(answer.status);
    }
    left -= 1;
    // A server that does not know the task has nothing to report later, either.
    return answer.kind === 'error' && left > 0 ? (answer.busyMs ?? LISTEN_MS) : null;
  };
  await repeat(LISTEN_MS, ask, signal);
}
