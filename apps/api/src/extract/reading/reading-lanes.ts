import { DomainError } from '../../infra/http/domain-error.js';
import { expectedWaitMs, lineOf, nextTurn, type Reading } from './turns.js';

/**
 * Longest wait for a lane, expected or real, milliseconds; beyond it a visitor is told to come back.
 * Who sees their place decides for themselves, within what can be foreseen. Renewals of a running
 * merge are never refused: that would end it.
 */
export const PATIENCE_MS = { reply: 20_000, watched: 120_000, renewal: Infinity } as const;
export type Patience = keyof typeof PATIENCE_MS;

/** Readings that wait with their place shown: each holds a connection open. */
const MAX_WAITING = { inAll: 500, ofVisitor: 20 };
/** Places are told again at most so often, milliseconds, however fast the line moves. */
const TELL_MS = 500;
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

/** Where a reading stands: its place in line, 1 is next, and seconds until its turn; null from then on. */
export type Turn = { readonly place: number; readonly seconds: number } | null;

interface Entry extends Reading {
  readonly onTurn: ((turn: Turn) => void) | undefined;
  /** What was told last. */
  told: Turn;
  /** Set while it waits. */
  start: (() => void) | null;
  /** When it got its lane; null before. */
  startedAt: number | null;
}

/** A place among those that wait, then a lane. */
export interface Place {
  /** Waits for a lane. @throws the signal's reason */
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
  private telling: NodeJS.Timeout | null = null;

  constructor(private readonly options: LaneOptions) {}

  /**
   * Takes a place; it counts for those who come next from here on.
   * @param visitors a set that changes as they come and go.
   * @param onTurn hears of the place while there is one to wait for, and of the lane.
   * @throws DomainError BUSY when they would wait too long
   */
  enter(visitors: ReadonlySet<string>, patience: Patience, onTurn?: (turn: Turn) => void): Place {
    const [visitor = ''] = visitors;
    this.admit(visitor, patience);
    const entry: Entry = { visitors, onTurn, told: null, start: null, startedAt: null };
    this.entries.add(entry);
    return {
      turn: (signal) => this.turn(entry, signal),
      leave: () => this.leave(entry),
    };
  }

  /** @throws DomainError BUSY when a visitor who came now would wait too long, or behind too many */
  admit(visitor: string, patience: Patience): void {
    if (!this.options.limited) {
      return;
    }
    const standing = this.standing();
    const waitMs = expectedWaitMs(visitor, standing, this.typical());
    const { waiting } = standing;
    const isCrowded =
      waiting.length >= MAX_WAITING.inAll ||
      waiting.filter(({ visitors }) => visitors.has(visitor)).length >= MAX_WAITING.ofVisitor;
    if (waitMs > PATIENCE_MS[patience] || (isCrowded && patience === 'watched')) {
      throw busy(waitMs);
    }
  }

  /** The refusal of somebody who has waited for as long as they may. */
  late(): DomainError {
    return busy(this.typical());
  }

  /** Gives free lanes to those whose turn it is; to be called when somebody joins a reading, too. */
  look(): void {
    for (let next = this.next(); next !== null; next = this.next()) {
      next.startedAt = performance.now();
      this.turns += 1;
      for (const visitor of next.visitors) {
        this.served.set(visitor, this.turns);
      }
      next.onTurn?.(null);
      next.start?.();
    }
    if (this.standing().waiting.some(({ start }) => start !== null)) {
      this.telling ??= setTimeout(() => {
        this.telling = null;
        this.tellPlaces();
      }, TELL_MS).unref();
    }
  }

  private async turn(entry: Entry, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const over = new AbortController();
    const given = new Promise<void>((resolve, reject) => {
      entry.start = resolve;
      const options = { once: true, signal: over.signal };
      signal.addEventListener('abort', () => reject(signal.reason as Error), options);
    });
    this.look();
    this.tellPlaces(entry);
    await given.finally(() => over.abort());
  }

  /** Tells those who wait, or one of them, where they stand if that has changed. */
  private tellPlaces(one?: Entry): void {
    if (one !== undefined && one.startedAt !== null) {
      return;
    }
    lineOf(this.standing(), this.typical()).forEach(({ reading, waitMs }, at) => {
      if (reading.start === null || (one !== undefined && one !== reading)) {
        return;
      }
      const [place, seconds] = [at + 1, Math.max(1, Math.ceil(waitMs / 1000))];
      if (reading.told?.place !== place || reading.told.seconds !== seconds) {
        reading.told = { place, seconds };
        reading.onTurn?.(reading.told);
      }
    });
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
