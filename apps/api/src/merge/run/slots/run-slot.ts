import { setImmediate } from 'node:timers/promises';
import type { Slots } from './slots.js';
import { isSlow, type FetchPace } from '../meter/slowness.js';

interface RunSlotPorts {
  readonly shouldLeave: () => Promise<boolean>;
  /** True if other runs should have a turn before this run starts its next file. */
  readonly shouldPassOn: () => Promise<boolean>;
  /** Called when the slot has been given up. */
  readonly left: () => void;
  readonly over: () => void;
}

/**
 * The slot of one run. The run gives it up while it is only waiting for a slow source, keeps
 * fetching, and takes a slot again before it does anything else.
 */
export class RunSlot {
  private held = true;
  private fetchingSinceMs: number | null = null;
  private asking = false;

  /** @param slots the worker's slots; this run already holds one */
  constructor(
    private readonly slots: Slots,
    private readonly ports: RunSlotPorts,
  ) {}

  get isAway(): boolean {
    return !this.held;
  }

  /**
   * Runs a fetch, during which the slot may be given up. A run must not have two fetches in
   * progress.
   * @returns what was fetched; the run then holds a slot again.
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
   * Must be called between two files of a run. If other runs are waiting, they get the slot for one
   * file.
   * Resolves once this run holds a slot again.
   * @throws the signal's reason.
   */
  async yieldSlot(signal: AbortSignal): Promise<void> {
    // A run whose fetch failed may have no slot.
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

  /** Gives up the slot if the run is slow and other runs are waiting. */
  async look({ speed, fetchSeconds }: Omit<FetchPace, 'fetchingMs'>): Promise<void> {
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

  /** Must be called when the run ends, for whatever reason. */
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
