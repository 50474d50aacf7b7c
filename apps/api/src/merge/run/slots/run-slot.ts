import { setImmediate } from 'node:timers/promises';
import type { Slots } from './slots.js';
import { isSlow, type Pace } from '../meter/slowness.js';

/** How a run's slot finds out about other runs. */
interface RunSlotPorts {
  /** Whether a slow run should give up its slot now. */
  readonly shouldLeave: () => Promise<boolean>;
  /** Whether other runs should have their turn before this run starts its next file. */
  readonly shouldPassOn: () => Promise<boolean>;
  /** Called when the slot was given up. */
  readonly left: () => void;
  /** Called when the run has ended. */
  readonly over: () => void;
}

/**
 * The slot of one run. The run gives it up while it only waits for a slow source, from which it
 * keeps fetching, and takes a slot again before it does anything else.
 */
export class RunSlot {
  private held = true;
  private fetchingSinceMs: number | null = null;
  private asking = false;

  /** @param slots the slots, one of which this run holds. */
  constructor(
    private readonly slots: Slots,
    private readonly ports: RunSlotPorts,
  ) {}

  /** True while the run has no slot. */
  get isAway(): boolean {
    return !this.held;
  }

  /**
   * Runs a fetch. Only during a fetch may the slot be given up. Makers never fetch concurrently.
   * @returns what was fetched, holding a slot again.
   * @throws whatever the fetch throws, or the signal's reason.
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
   * Call between two files of a run. If other runs are waiting, they get the slot for one file.
   * @returns once this run holds a slot again.
   * @throws the signal's reason.
   */
  async yieldSlot(signal: AbortSignal): Promise<void> {
    // After a failed fetch, the run may not have a slot.
    if (this.held) {
      if (!(await this.ports.shouldPassOn())) {
        return;
      }
      this.leave();
      // Waiting runs claim the slot in this turn of the event loop.
      await setImmediate();
    }
    await this.slots.take('part', signal);
    this.held = true;
  }

  /** Gives up the slot if the run is slow and others are waiting. */
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

  /** Must be called when the run has ended, for whatever reason. */
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
