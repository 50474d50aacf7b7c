import { isFinal, LIMITS } from '@dipper/contract';
import { type Polling, pollMerge } from './poll-merge.js';
import type { TaskNews } from './task-news.js';
import type { TaskSocket } from './task-socket.js';
import { type SocketLink, watchMerge } from './watch-merge.js';

/** How to follow a task. */
export interface Following extends Polling {
  /** Opens the socket. If it rejects, the task is polled. */
  readonly open: () => Promise<TaskSocket>;
}

function isEnd(news: TaskNews): boolean {
  return news.type !== 'unheard' && (news.type !== 'reported' || isFinal(news.status.status));
}

/**
 * Reports when no status has arrived for 3 s. At first, only the figures are stale. Once the socket
 * is also down, the connection counts as lost.
 */
class Hearing {
  private link: SocketLink = 'connecting';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silent = false;

  constructor(private readonly report: (isLost: boolean) => void) {}

  /** Starts waiting for a status, unless already waiting. */
  expect(): void {
    this.timer ??= setTimeout(() => {
      this.silent = true;
      this.tell();
    }, LIMITS.staleMs);
  }

  /** Call this for each status. While the socket is up, another status is due after each. */
  hear(): void {
    this.stop();
    if (this.link === 'up') {
      this.expect();
    }
  }

  turn(link: SocketLink): void {
    this.link = link;
    if (this.silent) {
      this.tell();
    } else if (link === 'up') {
      this.expect();
    }
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.silent = false;
  }

  private tell(): void {
    this.report(this.link === 'down');
  }
}

/**
 * Follows a started task to its end: by socket, or by polling while the socket is down. The events
 * are the same in both cases. Resolves after the last event, or when `signal` is aborted.
 */
export function followTask(following: Following): Promise<void> {
  const { open, report, signal, progress, ...polling } = following;
  return new Promise((resolve) => {
    let highest = progress;
    let polled: AbortController | null = null;
    const hearing = new Hearing((isLost) => report({ type: 'unheard', isLost }));
    const end = () => {
      hearing.stop();
      stopWatching();
      polled?.abort();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const pass = (news: TaskNews) => {
      if (news.type === 'reported') {
        highest = Math.max(highest, news.status.progress);
        hearing.hear();
      }
      report(news);
      if (isEnd(news)) {
        end();
      }
    };
    const stopWatching = watchMerge({
      taskId: polling.taskId,
      open,
      onStatus: (status) => pass({ type: 'reported', status }),
      onLink: (link) => {
        polled?.abort();
        polled = null;
        hearing.turn(link);
        if (link === 'down') {
          polled = new AbortController();
          void pollMerge({
            ...polling,
            progress: highest,
            report: pass,
            onAsk: () => hearing.expect(),
            signal: polled.signal,
          });
        }
      },
    });
    signal.addEventListener('abort', end);
  });
}
