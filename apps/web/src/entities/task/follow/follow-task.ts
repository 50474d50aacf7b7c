import { isFinal, LIMITS } from '@dipper/contract';
import type { MergeSocket } from './merge-socket.js';
import type { TaskNews } from './merge.reducer.js';
import { type Polling, pollMerge } from './polling/poll-merge.js';
import { type SocketLink, watchMerge } from './watch-merge.js';

async function openLazily(): Promise<MergeSocket> {
  return (await import('./merge-socket.js')).openMergeSocket();
}

function isEnd(news: TaskNews): boolean {
  return news.type !== 'unheard' && (news.type !== 'reported' || isFinal(news.status.status));
}

/**
 * Reports when no status has arrived for 3 s. At first, only the figures are stale. Once the socket
 * is down as well, the connection counts as lost.
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

  /** Call it for each status. While the socket is up, another one is due after each. */
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
 * Follows a started task to its end: by socket, or by polling while there is none. The events are
 * the same either way. Resolves after the last event, or when `signal` is aborted.
 */
export function followTask({ report, signal, progress, ...polling }: Polling): Promise<void> {
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
      open: openLazily,
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
