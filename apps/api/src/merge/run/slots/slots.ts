/**
 * What a slot is wanted for. A run that had a slot for its current file comes before all others,
 * which would only add to unfinished work. Runs that make several files alternate with new runs,
 * however many there are of either.
 */
type Claimant = 'again' | 'next' | 'part';

/** A number of slots, granted in order of arrival within each kind. */
export class Slots {
  private readonly waiting: Record<Claimant, (() => void)[]> = {
    again: [],
    next: [],
    part: [],
  };
  private isPartsTurn = true;

  /** @param free number of free slots. */
  constructor(private free: number) {}

  /**
   * Resolves once the caller holds a slot, which must be released.
   * @throws the signal's reason, in which case the caller holds none.
   */
  take(claimant: Claimant, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      return Promise.reject(signal.reason as Error);
    }
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    const line = this.waiting[claimant];
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        line.splice(line.indexOf(take), 1);
        reject(signal.reason as Error);
      };
      const take = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      line.push(take);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** True when a run in progress is waiting for a slot. */
  get isWanted(): boolean {
    return this.waiting.again.length + this.waiting.part.length > 0;
  }

  release(): void {
    const next = this.waiting.again.shift() ?? this.nextInTurn();
    if (next === undefined) {
      this.free += 1;
    } else {
      next();
    }
  }

  private nextInTurn(): (() => void) | undefined {
    const { next, part } = this.waiting;
    const isPart = next.length === 0 || (this.isPartsTurn && part.length > 0);
    this.isPartsTurn = !isPart;
    return (isPart ? part : next).shift();
  }
}
