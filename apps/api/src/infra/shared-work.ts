import type { Visitor } from './limits/visitor.js';
import { unlessAborted } from './unless-aborted.js';

/**
 * How long work continues after the last visitor has left, in milliseconds. A visitor who reloads
 * the page can rejoin it.
 */
const GRACE_MS = 3000;

export interface SharedTask<N = never> {
  /**
   * The keys of the visitors, updated as they come and go. It is never empty, because the last
   * visitor stays in it.
   */
  readonly visitors: ReadonlySet<string>;
  /** Aborted when nobody is waiting anymore, and on `end`. */
  readonly signal: AbortSignal;
  /**
   * Once this has been called, the work continues for the grace period after its last visitor has
   * left.
   * @param isWanted checked at the end of that period; while it returns true, the work continues
   */
  begin(isWanted?: () => boolean): void;
  /**
   * Sends a note to everyone who waits. Visitors who arrive later get the latest note on each
   * topic.
   */
  publish(about: string, note: N): void;
}

/**
 * Runs work once per key for any number of visitors, and cancels it when nobody is waiting anymore.
 */
export class SharedWork<T, N = never> {
  private readonly works = new Map<string, Work<T, N>>();
  private readonly closing = new AbortController();

  /** @param onJoin called when a visitor joins work that is already running */
  constructor(private readonly onJoin: () => void = () => undefined) {}

  /**
   * Joins the work for a key, or starts it.
   * @param onNote receives the notes that are published while the work is running
   * @throws whatever the work throws; the reason of `visitor.gone`, or of `end`
   */
  async join(
    key: string,
    visitor: Visitor,
    run: (work: SharedTask<N>) => Promise<T>,
    onNote?: (note: N) => void,
  ): Promise<T> {
    visitor.gone.throwIfAborted();
    this.closing.signal.throwIfAborted();
    const found = this.works.get(key);
    if (found !== undefined) {
      const result = found.wait(visitor, onNote);
      this.onJoin();
      return result;
    }
    const work = new Work<T, N>(() => {
      if (this.works.get(key) === work) {
        this.works.delete(key);
      }
    });
    this.works.set(key, work);
    return work.run(visitor, run, onNote);
  }

  /** Cancels the work for a key, if there is any. Everyone who waits for it gets the reason. */
  cancel(key: string, reason: Error): void {
    this.works.get(key)?.end(reason);
  }

  /** Cancels all running work, and rejects later calls. */
  end(reason: Error): void {
    this.closing.abort(reason);
    this.works.forEach((work) => work.end(reason));
  }
}

class Work<T, N> implements SharedTask<N> {
  private readonly waiting = new Map<Visitor, ((note: N) => void) | undefined>();
  private readonly latest = new Map<string, N>();
  private readonly ending = new AbortController();
  private readonly result: Promise<T>;
  private settle!: (result: Promise<T>) => void;
  private hasBegun = false;
  private isWanted = (): boolean => false;
  private isOver = false;
  private grace: NodeJS.Timeout | undefined;
  readonly visitors = new Set<string>();

  constructor(private readonly onOver: () => void) {
    this.result = new Promise((resolve) => (this.settle = resolve));
    // Prevents an unhandled rejection if all visitors have left.
    this.result.catch(() => undefined);
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  begin(isWanted?: () => boolean): void {
    this.isWanted = isWanted ?? this.isWanted;
    this.hasBegun = true;
  }

  publish(about: string, note: N): void {
    if (!this.isOver) {
      this.latest.set(about, note);
      this.waiting.forEach((onNote) => onNote?.(note));
    }
  }

  run(
    visitor: Visitor,
    run: (work: SharedTask<N>) => Promise<T>,
    onNote?: (note: N) => void,
  ): Promise<T> {
    const first = this.wait(visitor, onNote);
    this.settle(run(this).finally(() => this.over()));
    return first;
  }

  async wait(visitor: Visitor, onNote?: (note: N) => void): Promise<T> {
    clearTimeout(this.grace);
    this.waiting.set(visitor, onNote);
    this.latest.forEach((note) => onNote?.(note));
    this.listVisitors();
    try {
      return await unlessAborted(this.result, visitor.gone);
    } finally {
      this.leave(visitor);
    }
  }

  end(reason: Error): void {
    this.over();
    this.ending.abort(reason);
  }

  private leave(visitor: Visitor): void {
    this.waiting.delete(visitor);
    if (this.isOver) {
      return;
    }
    if (this.waiting.size > 0) {
      this.listVisitors();
      return;
    }
    // The work counts against its last visitor until it ends, so leaving does not free a slot.
    const reason = visitor.gone.reason as Error;
    if (this.hasBegun) {
      this.fade(reason);
    } else {
      this.end(reason);
    }
  }

  private fade(reason: Error): void {
    this.grace = setTimeout(
      () => (this.isWanted() ? this.fade(reason) : this.end(reason)),
      GRACE_MS,
    );
  }

  private listVisitors(): void {
    this.visitors.clear();
    this.waiting.forEach((_, { key }) => this.visitors.add(key));
  }

  private over(): void {
    this.isOver = true;
    clearTimeout(this.grace);
    this.onOver();
  }
}
