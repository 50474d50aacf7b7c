import { LIMITS, type MergeStatus } from '@dipper/contract';
import { repeat } from '../../../../lib/time/repeat.js';
import { askStatus } from '../task-status.js';

/** Delay between requests after the page has given up, in milliseconds. */
const LISTEN_MS = 10_000;
/** Keep listening for as long as files are kept by default. */
const LISTEN_TIMES = (LIMITS.retentionSeconds * 1000) / LISTEN_MS;

/**
 * Requests a task's status every 10 s for an hour after polling has given up on a server that did
 * not respond. That is rarer than polling, because the server may never return. Ends silently when
 * `signal` is aborted.
 * @param onStatus called with the first response, if there is one
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
    // A server that does not know the task now never will.
    return answer.kind === 'error' && left > 0 ? (answer.busyMs ?? LISTEN_MS) : null;
  };
  await repeat(LISTEN_MS, ask, signal);
}
