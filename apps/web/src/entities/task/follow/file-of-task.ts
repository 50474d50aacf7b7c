import { ApiFailure } from '../../../lib/api/api-failure.js';
import { followTask } from './follow-task.js';
import type { MergeFailure, TaskNews } from './merge.reducer.js';

interface Making {
  readonly signal: AbortSignal;
  /** Receives the progress, 0-100. */
  readonly onProgress?: (progress: number) => void;
  /** How often to wait and retry while the server is busy. */
  readonly busyTimes?: number;
}

function failureOf(failure: MergeFailure): ApiFailure {
  if (failure.kind === 'file-gone') {
    return new ApiFailure('http', { status: 404, code: 'TASK_UNKNOWN' });
  }
  if (failure.kind !== 'too-many-errors' || failure.reason.kind !== 'http') {
    return new ApiFailure('network');
  }
  const { status, text, code, values } = failure.reason;
  return new ApiFailure('http', { status, sentence: text, code: code ?? undefined, values });
}

/**
 * Waits for the file of a started task, for callers that do not show its page.
 * @throws ApiFailure if there will be no file, or the abort reason
 */
export async function fileOfTask(taskId: string, making: Making): Promise<void> {
  const { signal, onProgress, busyTimes = 0 } = making;
  let last: TaskNews | null = null;
  const report = (news: TaskNews) => {
    last = news;
    if (news.type === 'reported') {
      onProgress?.(news.status.progress);
    }
  };
  await followTask({ taskId, progress: 0, busyTimes, report, signal });
  signal.throwIfAborted();
  settle(last);
}

/** @throws ApiFailure unless the file exists according to the last status */
function settle(last: TaskNews | null): void {
  if (last?.type === 'failed') {
    throw failureOf(last.failure);
  }
  if (last?.type === 'reported' && last.status.status !== 'complete') {
    const { message: sentence, error_code: code, error_values: values } = last.status;
    throw new ApiFailure('http', {
      sentence,
      code: code ?? undefined,
      values: values ?? undefined,
    });
  }
}
