import type { Visitor } from '../../infra/limits/visitor.js';

/** A visitor who gives up when the work they wait for does not begin in time. */
export class PatientVisitor implements Visitor {
  readonly key: string;
  readonly gone: AbortSignal;
  private readonly timer: NodeJS.Timeout | undefined;

  /** @param late makes the abort reason after `ms`; Infinity: they never give up. */
  constructor({ key, gone }: Visitor, ms: number, late: () => Error) {
    const leaving = new AbortController();
    this.key = key;
    this.gone = AbortSignal.any([gone, leaving.signal]);
    this.timer = Number.isFinite(ms) ? setTimeout(() => leaving.abort(late()), ms) : undefined;
  }

  /** The work has begun, or is over: stops the timer. */
  stay(): void {
    clearTimeout(this.timer);
  }
}
