import { DomainError } from '../infra/http/domain-error.js';

/** A stretch of playing time, seconds from the start. */
export interface Span {
  readonly from: number;
  /** Infinity: up to the end. */
  readonly to: number;
}

/** Damaged, and nobody can tell where. */
export const SOMEWHERE: Span = { from: 0, to: Infinity };

/**
 * The source has been asked twice and its bytes are the same: the file itself is damaged there. The
 * visitor may have it all the same.
 */
export class SourceDamaged extends DomainError {
  /** @param damage in order, without overlaps; empty when it cannot be told where. */
  constructor(
    readonly damage: readonly Span[],
    cause: unknown,
  ) {
    super('SOURCE_DAMAGED', { cause });
  }
}

/** True when nobody can tell where. */
export function isSomewhere(damage: readonly Span[]): boolean {
  const [first = SOMEWHERE] = damage;
  return first.from === SOMEWHERE.from && first.to === SOMEWHERE.to;
}
