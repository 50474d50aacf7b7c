import type { Visitor } from '../../infra/limits/visitor.js';

/** A visitor who leaves if the work does not begin in time. */
export class WaitingVisitor implements Visitor {
  readonly key: string;
  readonly gone: AbortSignal;
  private readonly timer: NodeJS.Timeout | undefined;

  /**
   * @param late creates the reason for the abort after `ms`; with Infinity, the visitor never
   * leaves
   */
  constructor({ key, gone }: Visitor, ms: number, late: () => Error) {
    const leaving = new AbortController();
    this.key = key;
    this.gone = AbortSignal.any([gone, leaving.signal]);
    this.timer = Number.isFinite(ms) ? setTimeout(() => leaving.abort(late()), ms) : undefined;
  }

  /** Stops the timer. Call this when the work has begun or ended. */
  stay(): void {
    clearTimeout(this.timer);
  }
}
