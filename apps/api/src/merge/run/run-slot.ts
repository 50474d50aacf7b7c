import { setImmediate } from 'node:timers/promises';
import type { Slots } from './slots.js';
import { isSlow, type Pace } from './slowness.js';

/** What a run's slot needs to know of the others. */
interface RunSlotPorts {
  /** Whether a slow run should make room now. */
  readonly shouldLeave: () => Promise<boolean>;
  /** Whether others should have their turn before the run begins its next file. */
  readonly shouldPassOn: () => Promise<boolean>;
  /** The slot was given away. */
  readonly left: () => void;
  /** The run is over. */
  readonly over: () => void;
}

/**
 * The slot of one run, from its begin: given away while the run only waits for a slow source, which
 * it goes on fetching from, and taken again before anything else.
 */
export class RunSlot {
  private held = true;
  private fetchingSinceMs: number | null = null;
  private asking = false;

  /** @param slots of which one is held for this run. */
  constructor(
    private readonly slots: Slots,
    private readonly ports: RunSlotPorts,
  ) {}

  /** True while the run fetches without a slot. */
  get isAway(): boolean {
    return !this.held;
  }

  /**
   * Fetches; only meanwhile the slot may be given away. Makers fetch one thing after the other.
   * @returns what was fetched, with the slot in hand again.
   * @throws what the fetch throws, or the reason of the signal.
   */
  async during<T>(fetch: () => Promise<T>, signal: AbortSignal): Promise<T> {
    this.fetchingSinceMs = performance.now();
    let fetched: T;
    try {
      fetched = await fetch();
    } finally {
      this.fetchingSinceMs = null;
    }
    if (!this.held) {
      await this.slots.take('again', signal);
      this.held = true;
    }
    return fetched;
  }

  /**
   * Between one file of several and the next: where others wait, the slot is theirs for one file.
   * @returns with the slot in hand again. @throws the reason of the signal
   */
  async passOn(signal: AbortSignal): Promise<void> {
    // A fetch that failed while the slot was given away has not taken it again.
    if (this.held) {
      if (!(await this.ports.shouldPassOn())) {
        return;
      }
      this.leave();
      // Whoever looks for work asks for the slot in this turn of the loop.
      await setImmediate();
    }
    await this.slots.take('part', signal);
    this.held = true;
  }

  /** Looks at the pace of the run, and gives the slot away if that is slow and others wait. */
  async look({ speed, fetchSeconds }: Omit<Pace, 'fetchingMs'>): Promise<void> {
    if (this.asking || !this.isSlow(speed, fetchSeconds)) {
      return;
    }
    this.asking = true;
    try {
      if ((await this.ports.shouldLeave()) && this.mayLeave) {
        this.leave();
      }
    } finally {
      this.asking = false;
    }
  }

  /** The run is over, however it ended. */
  end(): void {
    this.fetchingSinceMs = null;
    if (this.held) {
      this.held = false;
      this.slots.release();
    }
    this.ports.over();
  }

  private leave(): void {
    this.held = false;
    this.slots.release();
    this.ports.left();
  }

  private get mayLeave(): boolean {
    return this.held && this.fetchingSinceMs !== null;
  }

  private isSlow(speed: number | null, fetchSeconds: number | null): boolean {
    const { fetchingSinceMs } = this;
    return (
      this.held &&
      fetchingSinceMs !== null &&
      isSlow({ fetchingMs: performance.now() - fetchingSinceMs, speed, fetchSeconds })
    );
  }
}
