import { askStatus, repeat } from '@dipper/client';
import { LIMITS, type MergeStatus } from '@dipper/contract';
import { send } from '../../../lib/api/api-client.js';

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
  const listen = async () => {
    const answer = await askStatus(send, taskId, signal);
    signal.throwIfAborted();
    left -= 1;
    if (answer.kind === 'error') {
      return left > 0 ? (answer.busyMs ?? LISTEN_MS) : null;
    }
    // If the server does not know the task by now, it never will.
    if (answer.kind === 'status') {
      onStatus(answer.status);
    }
    return null;
  };
  await repeat(LISTEN_MS, listen, signal);
}
