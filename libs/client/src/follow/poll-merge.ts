import { isFinal, LIMITS } from '@dipper/contract';
import { nextPollDelay, POLL_FIRST_DELAY_MS } from '@dipper/media';
import type { Send } from '../calls/call-api.js';
import { askFile, askStatus, type StatusAnswer } from '../tasks/task-status.js';
import { repeat } from '../time/repeat.js';
import { lifeSigns } from './life-signs.js';
import type { PollError, TaskNews } from './task-news.js';

export interface Polling {
  readonly send: Send;
  readonly taskId: string;
  /** The highest progress so far. */
  readonly progress: number;
  readonly report: (news: TaskNews) => void;
  readonly signal: AbortSignal;
  /** Called before each request. */
  readonly onAsk?: () => void;
  /** How many "busy" replies do not count as errors. */
  readonly busyTimes?: number;
}

/** Decides what to do after each reply. */
class Poller {
  private delayMs = POLL_FIRST_DELAY_MS;
  private idle = 0;
  private errors = 0;
  private progress: number;
  private busyTimes: number;
  private readonly isAlive: ReturnType<typeof lifeSigns>;

  constructor(private readonly polling: Polling) {
    this.progress = polling.progress;
    this.busyTimes = polling.busyTimes ?? 0;
    this.isAlive = lifeSigns(polling.progress);
  }

  /** @returns the delay before the next poll, in milliseconds; null at the end */
  async poll(): Promise<number | null> {
    const { send, taskId, signal, onAsk } = this.polling;
    onAsk?.();
    const answer = await askStatus(send, taskId, signal);
    signal.throwIfAborted();
    switch (answer.kind) {
      case 'status':
        return this.withStatus(answer);
      case 'unknown':
        return this.withoutStatus();
      case 'error':
        if (answer.busyMs !== null && this.busyTimes > 0) {
          this.busyTimes -= 1;
          return answer.busyMs;
        }
        return this.withError(answer.error);
    }
  }

  private withStatus({ status }: Extract<StatusAnswer, { kind: 'status' }>): number | null {
    this.polling.report({ type: 'reported', status });
    if (isFinal(status.status)) {
      return null;
    }
    this.errors = 0;
    this.idle = this.isAlive(status) ? 0 : this.idle + 1;
    this.progress = Math.max(this.progress, status.progress);
    return this.next(false);
  }

  private async withoutStatus(): Promise<number | null> {
    const { send, taskId, signal } = this.polling;
    const file = await askFile(send, taskId, signal);
    signal.throwIfAborted();
    return file === 'unclear'
      ? this.withError({ kind: 'network' })
      : this.end(
          file === 'found'
            ? { type: 'file-found' }
            : { type: 'failed', failure: { kind: 'file-gone' } },
        );
  }

  private withError(reason: PollError): number | null {
    this.idle += 1;
    this.errors += 1;
    return this.errors >= LIMITS.pollErrors
      ? this.end({ type: 'failed', failure: { kind: 'too-many-errors', reason } })
      : this.next(true);
  }

  private next(failed: boolean): number | null {
    if (this.idle >= LIMITS.pollAttempts) {
      return this.end({ type: 'failed', failure: { kind: 'timed-out' } });
    }
    const { delayMs: previousDelayMs, progress } = this;
    this.delayMs = nextPollDelay({ previousDelayMs, progress, failed });
    return this.delayMs;
  }

  private end(news: TaskNews): null {
    this.polling.report(news);
    return null;
  }
}

/**
 * Polls a task's status until the task ends, following the rules of specification §4 and the
 * contract: delays and their maximums, 60 polls without progress, 5 consecutive errors, and a check
 * of the file after a 404. Ends silently when `signal` is aborted.
 */
export async function pollMerge(polling: Polling): Promise<void> {
  const poller = new Poller(polling);
  await repeat(POLL_FIRST_DELAY_MS, () => poller.poll(), polling.signal);
}
