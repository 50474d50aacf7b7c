import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs page renderings one at a time, with a turn of the event loop between them. Each takes milliseconds;
 * without this, a hundred requests that arrive together would block everybody until the last is rendered.
 */
export class RenderTurns {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after everything that was queued before it. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.last.then(() => nextTurn()).then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}
