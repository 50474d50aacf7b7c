import type { Visitor } from '../../infra/limits/visitor.js';

/** A visitor who leaves if the work does not begin in time. */
export class WaitingVisitor implements Visitor {
  readonly key: string;
  readonly gone: AbortSignal;
  private readonly timer: NodeJS.Timeout | undefined;

  /**
   * @param ms the longest wait in milliseconds; with Infinity, the visitor never leaves
   * @param late creates the reason for the abort
   */
  constructor({ key, gone }: Visitor, ms: number, late: () => Error) {
    const leaving = new AbortController();
    this.key = key;
    this.gone = AbortSignal.any([gone, leaving.signal]);
    this.timer = Number.isFinite(ms) ? setTimeout(() => leaving.abort(late()), ms) : undefined;
  }

  /** Stops the timer. Must be called when the work has begun or ended. */
  stay(): void {
    clearTimeout(this.timer);
  }
}
