import { DomainError } from '../../infra/errors/domain-error.js';

/** A task that receives fewer bytes than this within the window is aborted. */
const LIMITS = { bytes: 32 * 1024, windowMs: 30_000 };
/**
 * Bytes that are received again after being discarded count as this many times fewer. Otherwise, a
 * source without byte ranges that always stops at the same position could send the same bytes
 * forever.
 */
const AGAIN = 32;

/** Minimum time limit in milliseconds, however short the media. */
const LEAST_MS = 30 * 60_000;
/** Longest delay of Node's timers, in milliseconds. With a longer delay, they fire immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Time limit for fetching a task's streams, in milliseconds. A source that takes over half an hour
 * longer than the playing time would block other tasks.
 * @param playingSeconds duration of the media.
 */
export function longestFetchMs(playingSeconds: number): number {
  return Math.min(LEAST_MS + playingSeconds * 1000, LONGEST_TIMER_MS);
}

/** Number of checks per window. */
const CHECKS = 10;

/**
 * Checks that bytes keep coming. A source that sends a byte now and then never triggers a
 * connection's timeout, and would occupy a worker forever.
 */
export class Pace {
  private pending = 0;
  /** Number of bytes that were discarded and have not been received again yet. */
  private lost = 0;
  private since = performance.now();
  private holds = 0;
  /** Numbers of calls to `idle` and to `asking` in progress. */
  private idling = 0;
  private asked = 0;
  /** When the task began to wait with no request running; null while it is not waiting. */
  private idleSince: number | null = null;
  private readonly timer: NodeJS.Timeout;

  /**
   * @param giveUp called once, with SOURCE_TIMEOUT, when too few bytes have arrived for too long.
   */
  constructor(
    giveUp: (error: DomainError) => void,
    private readonly limits: { readonly bytes: number; readonly windowMs: number } = LIMITS,
  ) {
    this.timer = setInterval(() => {
      const isWatching = this.holds === 0 && this.idleSince === null;
      if (isWatching && performance.now() - this.since >= limits.windowMs) {
        this.stop();
        giveUp(new DomainError('SOURCE_TIMEOUT', { cause: 'too few bytes arrived' }));
      }
    }, limits.windowMs / CHECKS).unref();
  }

  /** @param count bytes received; negative for discarded bytes. */
  received(count: number): void {
    const again = Math.min(Math.max(0, count), this.lost);
    this.lost += count < 0 ? -count : -again;
    this.pending += Math.max(0, count) - again + again / AGAIN;
    if (this.pending >= this.limits.bytes) {
      this.restart();
    }
  }

  /** Pauses the check during work that receives no bytes, such as reading a page again. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.holds += 1;
    try {
      return await work();
    } finally {
      this.holds -= 1;
      this.restart();
    }
  }

  /**
   * Excludes our own waits (for a connection, or before another attempt) from the window, unless a
   * request is running in the meantime.
   */
  async idle<T>(wait: () => Promise<T>): Promise<T> {
    this.change(() => (this.idling += 1));
    try {
      return await wait();
    } finally {
      this.change(() => (this.idling -= 1));
    }
  }

  /** Counts the time of a request, even within `idle`. */
  async asking<T>(work: () => Promise<T>): Promise<T> {
    this.change(() => (this.asked += 1));
    try {
      return await work();
    } finally {
      this.change(() => (this.asked -= 1));
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /**
   * Moves the start of the window by the idle time. Unlike with `hold`, short waits don't restart
   * the window.
   */
  private change(apply: () => void): void {
    apply();
    const now = performance.now();
    if (this.idleSince !== null) {
      this.since += now - this.idleSince;
    }
    this.idleSince = this.idling > 0 && this.asked === 0 ? now : null;
  }

  private restart(): void {
    this.pending = 0;
    this.since = performance.now();
    this.idleSince = this.idleSince === null ? null : this.since;
  }
}
