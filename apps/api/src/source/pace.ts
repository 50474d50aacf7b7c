import { DomainError } from '../infra/http/domain-error.js';

/** A task that receives less than this within the window is given up. */
const LIMITS = { bytes: 32 * 1024, windowMs: 30_000 };
/**
 * Bytes that were thrown away and come again count as so much less: a source without byte ranges that
 * stops at the same place each time brings the same bytes for ever.
 */
const AGAIN = 32;

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
  /** Bytes that were thrown away, and have not come again yet. */
  private lost = 0;
  private since = performance.now();
  private holds = 0;
  /** Calls of `idle` and of `asking` that have not ended. */
  private idling = 0;
  private asked = 0;
  /** Since when nothing is asked of the source, and something waits; else null. */
  private idleSince: number | null = null;
  private readonly timer: NodeJS.Timeout;

  /** @param giveUp called once, with SOURCE_TIMEOUT, when too little came for too long. */
  constructor(
    giveUp: (error: DomainError) => void,
    private readonly limits: { readonly bytes: number; readonly windowMs: number } = LIMITS,
  ) {
    this.timer = setInterval(() => {
      const isWatching = this.holds === 0 && this.idleSince === null;
      if (isWatching && performance.now() - this.since >= limits.windowMs) {
        this.stop();
        giveUp(new DomainError('SOURCE_TIMEOUT', { cause: 'hardly anything comes' }));
      }
    }, limits.windowMs / LOOKS).unref();
  }

  /** @param count bytes received; negative for bytes that were thrown away. */
  received(count: number): void {
    const again = Math.min(Math.max(0, count), this.lost);
    this.lost += count < 0 ? -count : -again;
    this.pending += Math.max(0, count) - again + again / AGAIN;
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

  /**
   * Does not count the time of a wait of ours (for a connection, or before another try) as silence,
   * unless the source is asked for something else meanwhile.
   */
  async idle<T>(wait: () => Promise<T>): Promise<T> {
    this.change(() => (this.idling += 1));
    try {
      return await wait();
    } finally {
      this.change(() => (this.idling -= 1));
    }
  }

  /** Counts the time of a request, also within `idle`. */
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

  /** Moves the start of the window by what was idle: unlike `hold`, short waits do not restart it. */
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
