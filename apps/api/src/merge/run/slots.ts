/** Who waits for a slot: a run that had one goes before a new one, which would only add to what is begun. */
type Claimant = 'again' | 'next';

/** A number of slots, handed to those who wait in the order they came. */
export class Slots {
  private readonly waiting: Record<Claimant, (() => void)[]> = { again: [], next: [] };

  /** @param free how many there are. */
  constructor(private free: number) {}

  /** Resolves with a slot in hand, to be released. @throws the reason of the signal, without one. */
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

  release(): void {
    const next = this.waiting.again.shift() ?? this.waiting.next.shift();
    if (next === undefined) {
      this.free += 1;
    } else {
      next();
    }
  }
}
