import type { MergeStatus } from '@dipper/contract';
import { ApiFailure } from '../calls/api-failure.js';
import { type Following, followTask } from './follow-task.js';
import type { FollowFailure, TaskNews } from './task-news.js';

interface Making extends Pick<Following, 'send' | 'open' | 'signal'> {
  /** Receives the progress, 0-100. */
  readonly onProgress?: (progress: number) => void;
  /** How many times to wait and retry while the server is busy. */
  readonly busyTimes?: number;
}

/** Converts the reason why following a task has ended into an `ApiFailure`. */
export function lostFollowing(failure: FollowFailure): ApiFailure {
  if (failure.kind === 'file-gone') {
    return new ApiFailure('http', { status: 404, code: 'TASK_UNKNOWN' });
  }
  if (failure.kind === 'timed-out' || failure.reason.kind !== 'http') {
    return new ApiFailure('network');
  }
  const { status, text, code, values } = failure.reason;
  return new ApiFailure('http', { status, sentence: text, code: code ?? undefined, values });
}

/** Returns why a task has no file, as the failure of a call. */
export function failedTask(status: MergeStatus): ApiFailure {
  const { message: sentence, error_code: code, error_values: values } = status;
  return new ApiFailure('http', {
    sentence,
    code: code ?? undefined,
    values: values ?? undefined,
  });
}

/**
 * Waits for the file of a started task, for callers that do not show its page.
 * @throws ApiFailure if there will be no file, or the abort reason
 */
export async function fileOfTask(taskId: string, making: Making): Promise<void> {
  const { onProgress, busyTimes = 0, ...following } = making;
  let last: TaskNews | null = null;
  const report = (news: TaskNews) => {
    last = news;
    if (news.type === 'reported') {
      onProgress?.(news.status.progress);
    }
  };
  await followTask({ ...following, taskId, progress: 0, busyTimes, report });
  making.signal.throwIfAborted();
  settle(last);
}

/** @throws ApiFailure unless the file exists according to the last status */
function settle(last: TaskNews | null): void {
  if (last?.type === 'failed') {
    throw lostFollowing(last.failure);
  }
  if (last?.type === 'reported' && last.status.status !== 'complete') {
    throw failedTask(last.status);
  }
}
