import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Has renderings of pages wait for one another: each takes some milliseconds in one go, and of a hundred that
 * are asked for in one moment nobody else would get a turn before the last.
 */
export class RenderTurns {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` in a turn of the event loop of its own, after what was asked for before it. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.last.then(() => nextTurn()).then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}
