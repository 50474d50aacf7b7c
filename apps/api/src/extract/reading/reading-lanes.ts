import { DomainError } from '../../infra/http/domain-error.js';
import { expectedWaitMs, nextTurn, type Reading } from './turns.js';

/** Longest wait for a lane, expected or real, milliseconds; beyond it a visitor is told to come back. */
const MAX_WAIT_MS = 20_000;
/** How long pages take before any was read here, milliseconds: yt-dlp's start and a few answers. */
const FIRST_GUESS_MS = 3000;
/** What the last reading counts in the typical time. */
const WEIGHT_OF_LAST = 0.2;
/** Longest Retry-After, seconds: nobody knows what is in two minutes. */
const MAX_RETRY_AFTER = 120;

export interface LaneOptions {
  /** Pages read at once. */
  readonly lanes: number;
  /** False: nobody is told to come back, and one visitor may take all lanes. */
  readonly limited: boolean;
}

interface Entry extends Reading {
  /** Set while it waits. */
  start: (() => void) | null;
  /** When it got its lane; null before. */
  startedAt: number | null;
}

/** A place among those that wait, then a lane. */
export interface Place {
  /** Waits for a lane. @throws the signal's reason; DomainError BUSY when it takes too long */
  turn(signal: AbortSignal): Promise<void>;
  /** Gives back the lane, or the place; once is enough, more do no harm. */
  leave(): void;
}

/** How many pages are read at once, and whose turn it is (turns.ts). */
export class ReadingLanes {
  private readonly entries = new Set<Entry>();
  private readonly served = new Map<string, number>();
  private turns = 0;
  private typicalMs = FIRST_GUESS_MS;

  constructor(private readonly options: LaneOptions) {}

  /**
   * Takes a place; it counts for those who come next from here on.
   * @param visitors a set that changes as they come and go.
   * @param patient renewals of a running merge: refused, they would end it.
   * @throws DomainError BUSY when they would wait too long
   */
  enter(visitors: ReadonlySet<string>, { patient }: { patient: boolean }): Place {
    const isBounded = this.options.limited && !patient;
    const [visitor = ''] = visitors;
    if (isBounded) {
      this.admit(visitor);
    }
    const entry: Entry = { visitors, start: null, startedAt: null };
    this.entries.add(entry);
    return {
      turn: (signal) => this.turn(entry, signal, isBounded),
      leave: () => this.leave(entry),
    };
  }

  /** @throws DomainError BUSY when a visitor who came now would wait too long */
  admit(visitor: string): void {
    const waitMs = expectedWaitMs(visitor, this.standing(), this.typical());
    if (this.options.limited && waitMs > MAX_WAIT_MS) {
      throw busy(waitMs);
    }
  }

  /** Gives free lanes to those whose turn it is; to be called when somebody joins a reading, too. */
  look(): void {
    for (let next = this.next(); next !== null; next = this.next()) {
      next.startedAt = performance.now();
      this.turns += 1;
      for (const visitor of next.visitors) {
        this.served.set(visitor, this.turns);
      }
      next.start?.();
    }
  }

  private async turn(entry: Entry, signal: AbortSignal, isBounded: boolean): Promise<void> {
    signal.throwIfAborted();
    const over = new AbortController();
    const given = new Promise<void>((resolve, reject) => {
      entry.start = resolve;
      const options = { once: true, signal: over.signal };
      signal.addEventListener('abort', () => reject(signal.reason as Error), options);
      if (isBounded) {
        const timer = setTimeout(() => reject(busy(this.typical())), MAX_WAIT_MS);
        over.signal.addEventListener('abort', () => clearTimeout(timer));
      }
    });
    this.look();
    await given.finally(() => over.abort());
  }

  private leave(entry: Entry): void {
    if (!this.entries.delete(entry)) {
      return;
    }
    if (entry.startedAt !== null) {
      const took = performance.now() - entry.startedAt;
      this.typicalMs += WEIGHT_OF_LAST * (took - this.typicalMs);
    }
    this.forgetServed();
    this.look();
  }

  private next(): Entry | null {
    const standing = this.standing();
    // Those that still look into the database count as waiting, but need no lane yet.
    return nextTurn({ ...standing, waiting: standing.waiting.filter(({ start }) => start) });
  }

  private standing() {
    const all = [...this.entries];
    return {
      lanes: this.options.lanes,
      running: all.filter(({ startedAt }) => startedAt !== null),
      waiting: all.filter(({ startedAt }) => startedAt === null),
      served: this.served,
      shares: this.options.limited,
    };
  }

  /** How long a lane is taken: pages that hang count before they have ended. */
  private typical(): number {
    const now = performance.now();
    const ages = [...this.entries].flatMap(({ startedAt }) =>
      startedAt === null ? [] : [now - startedAt],
    );
    const mean = ages.reduce((sum, age) => sum + age, 0) / Math.max(1, ages.length);
    return Math.max(this.typicalMs, mean);
  }

  /** Turns matter among those who are here. */
  private forgetServed(): void {
    const here = new Set([...this.entries].flatMap(({ visitors }) => [...visitors]));
    for (const visitor of this.served.keys()) {
      if (!here.has(visitor)) {
        this.served.delete(visitor);
      }
    }
  }
}

function busy(waitMs: number): DomainError {
  const seconds = Math.min(Math.max(1, Math.ceil(waitMs / 1000)), MAX_RETRY_AFTER);
  return new DomainError('BUSY', { retryAfterSeconds: seconds });
}
