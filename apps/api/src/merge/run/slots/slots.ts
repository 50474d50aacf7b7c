/**
 * The purpose of a request for a slot: to continue the current file ('again'), for a new run
 * ('next'), or for the next of several files ('part'). 'again' comes first, because the others
 * would add to the unfinished work. The other two alternate, however many of each are waiting.
 */
type Claimant = 'again' | 'next' | 'part';

/** A fixed number of slots, granted in order of arrival within each kind. */
export class Slots {
  private readonly waiting: Record<Claimant, (() => void)[]> = {
    again: [],
    next: [],
    part: [],
  };
  private isPartsTurn = true;

  constructor(private free: number) {}

  /**
   * Resolves once the caller holds a slot, which the caller must release.
   * @throws the signal's reason; the caller then holds no slot.
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

  /** True while a run in progress is waiting for a slot. */
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
