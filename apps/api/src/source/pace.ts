import { DomainError } from '../infra/http/domain-error.js';

/** A task that receives less than this within the window is given up. */
const LIMITS = { bytes: 32 * 1024, windowMs: 30_000 };

/** Granted to every download, however short the media, milliseconds. */
const LEAST_MS = 30 * 60_000;
/** Node's timers fire at once for anything longer. */
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
 * Watches that bytes keep coming. A source that drips a byte now and then never hits a connection's
 * timeout, and would occupy a worker forever.
 */
export class Pace {
  private pending = 0;
  private since = performance.now();
  private holds = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param giveUp called once, with SOURCE_TIMEOUT, when too little came for too long. */
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

  /** @param count bytes received; negative counts (discarded bytes) are ignored. */
  received(count: number): void {
    this.pending += Math.max(0, count);
    if (this.pending >= this.limits.bytes) {
      this.restart();
    }
  }

  /** Pauses the watch during work that brings no bytes, like reading a page again. */
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
