import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Renders pages one at a time, and lets the event loop do other work in between. Each page takes
 * milliseconds. Without this, a hundred requests that arrive together would block everyone until
 * the last page is rendered.
 */
export class RenderTurns {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after everything that was queued earlier. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.last.then(() => nextTurn()).then(work);
    this.last = result.catch(() => undefined);
    return result;
  }
}
