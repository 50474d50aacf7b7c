import { DomainError } from '../infra/http/domain-error.js';

/** Less than this in that time, over all sources of a task, is not worth waiting for. */
const LIMITS = { bytes: 32 * 1024, windowMs: 30_000 };

/** What every download is given, however short the media, milliseconds. */
const LEAST_MS = 30 * 60_000;
/** Node's timers take no more (and fire at once when given more). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * How long the streams of a task may take to arrive, milliseconds. A source that is slower than
 * playing, and half an hour behind, keeps others from being served.
 * @param playingSeconds how long the media plays.
 */
export function longestFetchMs(playingSeconds: number): number {
  return Math.min(LEAST_MS + playingSeconds * 1000, LONGEST_TIMER_MS);
}

/** How often the clock is looked at, as a share of the window. */
const LOOKS = 10;

/**
 * Watches that bytes keep coming. A source that drips a byte now and then never runs into a timeout
 * of a connection, and would hold its place for ever.
 */
export class Pace {
  private pending = 0;
  private since = performance.now();
  private holds = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param giveUp told once with SOURCE_TIMEOUT when too little has come for too long. */
  constructor(
    giveUp: (error: DomainError) => void,
    private readonly limits: { readonly bytes: number; readonly windowMs: number } = LIMITS,
  ) {
    this.timer = setInterval(() => {
      if (this.holds === 0 && performance.now() - this.since >= limits.windowMs) {
        this.stop();
        giveUp(new DomainError('SOURCE_TIMEOUT', { cause: 'hardly anything comes' }));
      }
    }, limits.windowMs / LOOKS).unref();
  }

  /** @param count bytes that came; those that are thrown away again do not count. */
  received(count: number): void {
    this.pending += Math.max(0, count);
    if (this.pending >= this.limits.bytes) {
      this.restart();
    }
  }

  /** Stands still during work that brings no bytes by its nature, like reading a page again. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.holds += 1;
    try {
      return await work();
    } finally {
      this.holds -= 1;
      this.restart();
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private restart(): void {
    this.pending = 0;
    this.since = performance.now();
  }
}
