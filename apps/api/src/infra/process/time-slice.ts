import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long work may hold the event loop before others get a turn, milliseconds. */
const SLICE_MS = 10;

/** For long work in one process with many requests: it asks between its steps whether to give way. */
export class TimeSlice {
  private since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.since > SLICE_MS;
  }

  /** Lets everything else that waits have its turn. */
  async rest(): Promise<void> {
    await nextTurn();
    this.since = performance.now();
  }
}
