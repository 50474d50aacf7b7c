import { isFinal, type MergeStatus } from '@dipper/contract';
import { failedTask, lostFollowing } from './file-of-task.js';
import { type Following, followTask } from './follow-task.js';
import type { TaskNews } from './task-news.js';

/**
 * Follows a started task: by socket, or by polling while the socket is down. Yields each status,
 * and ends when the file is ready. Leaving the loop stops following.
 * @throws ApiFailure if there will be no file, if the task is unknown or if the server can't be
 * reached; or the reason of `signal`
 */
export async function* progressOfTask(
  taskId: string,
  { signal, ...server }: Pick<Following, 'send' | 'open' | 'signal' | 'busyTimes'>,
): AsyncGenerator<MergeStatus, void> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal.reason);
  const arrived: TaskNews[] = [];
  let wake = () => undefined as void;
  const report = (news: TaskNews) => {
    arrived.push(news);
    wake();
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', abort);
  let isOver = false;
  void followTask({
    ...server,
    ...{ taskId, report, progress: 0, signal: controller.signal },
  }).then(() => {
    isOver = true;
    wake();
  });
  try {
    for (;;) {
      const news = arrived.shift();
      if (news?.type === 'reported') {
        yield news.status;
        if (isFinal(news.status.status)) {
          if (news.status.status !== 'complete') {
            throw failedTask(news.status);
          }
          return;
        }
      } else if (news?.type === 'failed') {
        throw lostFollowing(news.failure);
      } else if (news === undefined) {
        if (isOver) {
          signal.throwIfAborted();
          return;
        }
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  } finally {
    signal.removeEventListener('abort', abort);
    controller.abort();
  }
}
