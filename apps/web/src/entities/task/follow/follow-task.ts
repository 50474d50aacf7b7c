import { isFinal } from '@dipper/contract';
import type { MergeSocket } from './merge-socket.js';
import type { TaskNews } from './merge.reducer.js';
import { type Polling, pollMerge } from './poll-merge.js';
import { watchMerge } from './watch-merge.js';

async function openLazily(): Promise<MergeSocket> {
  return (await import('./merge-socket.js')).openMergeSocket();
}

function isEnd(news: TaskNews): boolean {
  return news.type !== 'reported' || isFinal(news.status.status);
}

/**
 * Follows a started task to its end: by socket, or by polling while there is no socket. It reports
 * the same events either way. Resolves after the last event, or when `signal` is aborted.
 */
export function followTask({ report, signal, progress, ...polling }: Polling): Promise<void> {
  return new Promise((resolve) => {
    let highest = progress;
    let polled: AbortController | null = null;
    const end = () => {
      stopWatching();
      polled?.abort();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const pass = (news: TaskNews) => {
      if (news.type === 'reported') {
        highest = Math.max(highest, news.status.progress);
      }
      report(news);
      if (isEnd(news)) {
        end();
      }
    };
    const stopWatching = watchMerge({
      taskId: polling.taskId,
      open: openLazily,
      onStatus: (status) => pass({ type: 'reported', status }),
      onLink: (link) => {
        polled?.abort();
        polled = null;
        if (link === 'down') {
          polled = new AbortController();
          const started = { ...polling, progress: highest, report: pass, signal: polled.signal };
          void pollMerge(started);
        }
      },
    });
    signal.addEventListener('abort', end);
  });
}
