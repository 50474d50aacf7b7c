import { DomainError } from '../../infra/errors/domain-error.js';
import { unlessAborted } from '../../infra/unless-aborted.js';
import { expectedWaitMs, lineOf, nextTurn, type PageRead } from './turns.js';

/**
 * The longest wait for a slot, expected or actual, in milliseconds; after that, the visitor gets
 * BUSY. Visitors who see their place in line can decide for themselves, so they may wait longer.
 * Renewals for a running merge are never refused, because the merge would fail.
 */
export const MAX_WAIT_MS = { reply: 20_000, watched: 120_000, renewal: Infinity } as const;
export type WaitKind = keyof typeof MAX_WAIT_MS;

/**
 * The maximum number of reads that may wait with a visible place. Each of them holds a connection
 * open.
 */
const MAX_WAITING = { inAll: 500, ofVisitor: 20 };
/** The minimum interval between updates of places, in milliseconds. */
const ANNOUNCE_MS = 500;
/**
 * The minimum interval for place 1, in milliseconds; for place 100, it is 100 times as long. Telling
 * all 500 visitors in line twice a second would take a quarter of the server's time.
 */
const ANNOUNCE_PLACE_MS = 20;
/** The initial estimate for one page in milliseconds: the start of yt-dlp and a few round trips. */
const FIRST_GUESS_MS = 3000;
/** The weight of the latest read in the moving average. */
const WEIGHT_OF_LAST = 0.2;
/** The longest Retry-After in seconds. Estimates beyond two minutes are useless. */
const MAX_RETRY_AFTER = 120;

interface TurnOptions {
  readonly slots: number;
  /** If false, nobody gets BUSY, and one visitor may hold all slots. */
  readonly limited: boolean;
}

/**
 * The position of a read: its place in line, where 1 is next, and the seconds until its turn. Null
 * once the read has a slot.
 */
export type PlaceInLine = { readonly place: number; readonly seconds: number } | null;

interface Entry extends PageRead {
  readonly onTurn: ((turn: PlaceInLine) => void) | undefined;
  announced: PlaceInLine;
  announcedAt: number;
  /** Ends the wait; null unless the read is waiting. */
  start: (() => void) | null;
  /** When the read got its slot; null before that. */
  startedAt: number | null;
}

const UNANNOUNCED = { announced: null, announcedAt: -Infinity };

/** A place in line, which becomes a slot. */
export interface ReadingPlace {
  /** Waits for a slot. @throws the signal's reason */
  turn(signal: AbortSignal): Promise<void>;
  /** Releases the slot or the place. Calling it again has no effect. */
  leave(): void;
  /**
   * Like `leave`, for a slot in which no page was read, so that it does not count towards the
   * typical time.
   */
  leaveUnused(): void;
}

/** Limits how many pages are read at once. turns.ts decides whose turn it is. */
export class ReadingTurns {
  private readonly entries = new Set<Entry>();
  private readonly served = new Map<string, number>();
  private turns = 0;
  private typicalMs = FIRST_GUESS_MS;
  private announcing: NodeJS.Timeout | null = null;

  constructor(private readonly options: TurnOptions) {}

  /**
   * Takes a place in line ahead of everyone who arrives later.
   * @param visitors a set that changes as visitors come and go
   * @param onTurn called with each new place in line, and with null when the slot is granted
   * @throws DomainError BUSY if the wait would be too long
   */
  enter(
    visitors: ReadonlySet<string>,
    patience: WaitKind,
    onTurn?: (turn: PlaceInLine) => void,
  ): ReadingPlace {
    const [visitor = ''] = visitors;
    this.admit(visitor, patience);
    const entry: Entry = { visitors, onTurn, start: null, startedAt: null, ...UNANNOUNCED };
    this.entries.add(entry);
    return {
      turn: (signal) => this.turn(entry, signal),
      leave: () => this.leave(entry, entry.startedAt),
      leaveUnused: () => this.leave(entry, null),
    };
  }

  /**
   * @throws DomainError BUSY if a new arrival would have to wait too long, or behind too many
   * others
   */
  admit(visitor: string, patience: WaitKind): void {
    if (!this.options.limited) {
      return;
    }
    const line = this.lineState();
    const waitMs = expectedWaitMs(visitor, line, this.typical());
    const { waiting } = line;
    const isCrowded =
      waiting.length >= MAX_WAITING.inAll ||
      waiting.filter(({ visitors }) => visitors.has(visitor)).length >= MAX_WAITING.ofVisitor;
    if (waitMs > MAX_WAIT_MS[patience] || (isCrowded && patience === 'watched')) {
      throw busy(waitMs);
    }
  }

  /** How many reads have a slot, and how many are waiting for one. */
  get counts(): { readonly reading: number; readonly waiting: number } {
    const { running, waiting } = this.lineState();
    return { reading: running.length, waiting: waiting.length };
  }

  late(): DomainError {
    return busy(this.typical());
  }

  /**
   * Grants free slots. Must also be called when a visitor joins a read, because that may move it
   * up.
   */
  dispatch(): void {
    for (let next = this.next(); next !== null; next = this.next()) {
      next.startedAt = performance.now();
      this.turns += 1;
      for (const visitor of next.visitors) {
        this.served.set(visitor, this.turns);
      }
      next.onTurn?.(null);
      next.start?.();
    }
    if (this.lineState().waiting.some(({ start }) => start !== null)) {
      this.announceSoon();
    }
  }

  private announceSoon(): void {
    this.announcing ??= setTimeout(() => {
      this.announcing = null;
      this.announcePlaces();
    }, ANNOUNCE_MS).unref();
  }

  private async turn(entry: Entry, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const given = new Promise<void>((resolve) => {
      entry.start = resolve;
    });
    this.dispatch();
    this.announcePlaces(entry);
    await unlessAborted(given, signal);
  }

  /** Announces changed places, either to everyone who waits or to a single read. */
  private announcePlaces(one?: Entry): void {
    if (one !== undefined && one.startedAt !== null) {
      return;
    }
    const now = performance.now();
    lineOf(this.lineState(), this.typical()).forEach(({ read, waitMs }, at) => {
      if (read.start === null || (one !== undefined && one !== read)) {
        return;
      }
      const [place, seconds] = [at + 1, Math.max(1, Math.ceil(waitMs / 1000))];
      if (read.announced?.place === place && read.announced.seconds === seconds) {
        return;
      }
      if (now - read.announcedAt < place * ANNOUNCE_PLACE_MS) {
        this.announceSoon();
        return;
      }
      read.announced = { place, seconds };
      read.announcedAt = now;
      read.onTurn?.(read.announced);
    });
  }

  /**
   * @param readSince when the page began to be read; the time since then counts towards the
   * average. Null if no page was read.
   */
  private leave(entry: Entry, readSince: number | null): void {
    if (!this.entries.delete(entry)) {
      return;
    }
    if (readSince !== null) {
      const took = performance.now() - readSince;
      this.typicalMs += WEIGHT_OF_LAST * (took - this.typicalMs);
    }
    this.forgetServed();
    this.dispatch();
  }

  private next(): Entry | null {
    const line = this.lineState();
    // Reads that are still querying the database count as waiting, but need no slot yet.
    return nextTurn({ ...line, waiting: line.waiting.filter(({ start }) => start) });
  }

  private lineState() {
    const all = [...this.entries];
    return {
      slots: this.options.slots,
      running: all.filter(({ startedAt }) => startedAt !== null),
      waiting: all.filter(({ startedAt }) => startedAt === null),
      served: this.served,
      shares: this.options.limited,
    };
  }

  /**
   * How long a slot is typically held, in milliseconds. A page that hangs counts even while it is
   * being read.
   */
  private typical(): number {
    const now = performance.now();
    const ages = [...this.entries].flatMap(({ startedAt }) =>
      startedAt === null ? [] : [now - startedAt],
    );
    const mean = ages.reduce((sum, age) => sum + age, 0) / Math.max(1, ages.length);
    return Math.max(this.typicalMs, mean);
  }

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
