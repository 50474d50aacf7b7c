import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a piece of work may hold the event loop, in milliseconds. */
const SLICE_MS = 10;

/**
 * Splits up long work in the server's own process. Between steps, check whether it is time to let
 * other work run.
 */
export class TimeSlice {
  private since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.since > SLICE_MS;
  }

  /** Lets all other pending work run before continuing. */
  async rest(): Promise<void> {
    await nextTurn();
    this.since = performance.now();
  }
}
