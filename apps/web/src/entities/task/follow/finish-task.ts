import { startMergePath, startMergeReplySchema } from '@dipper/contract';
import { withBearer } from '../../../lib/api/bearer.js';
import { callApi } from '../../../lib/api/api-client.js';
import { ApiFailure } from '../../../lib/api/api-failure.js';
import type { MergeEvent } from './merge.reducer.js';
import { pollMerge } from './poll-merge.js';

function isFinished(event: MergeEvent | null): boolean {
  return (
    event?.type === 'file-found' ||
    (event?.type === 'reported' && event.status.status === 'complete')
  );
}

/**
 * Runs a task without showing progress: starts it and polls until its file exists.
 * @throws ApiFailure if it fails, or the abort reason
 */
export async function finishTask(taskId: string, signal: AbortSignal): Promise<void> {
  await withBearer((headers) =>
    callApi(startMergePath(taskId), startMergeReplySchema, { headers, signal }),
  );
  let last: MergeEvent | null = null;
  const report = (event: MergeEvent) => {
    last = event;
  };
  await pollMerge({ taskId, progress: 0, report, signal });
  signal.throwIfAborted();
  if (!isFinished(last)) {
    throw new ApiFailure('unexpected');
  }
}
