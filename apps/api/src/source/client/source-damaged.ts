import { DomainError } from '../../infra/errors/domain-error.js';

/** A span of playing time, in seconds from the start. */
export interface Span {
  readonly from: number;
  /** Infinity means until the end. */
  readonly to: number;
}

/** Damage at an unknown position. */
export const SOMEWHERE: Span = { from: 0, to: Infinity };

/**
 * Thrown if the source sends the same damaged bytes twice, which means that the source's file is
 * damaged. The visitor may accept the damage.
 */
export class SourceDamaged extends DomainError {
  /** @param damage spans in order, without overlaps; empty if the position is unknown. */
  constructor(
    readonly damage: readonly Span[],
    cause: unknown,
  ) {
    super('SOURCE_DAMAGED', { cause });
  }
}

export function isSomewhere(damage: readonly Span[]): boolean {
  const [first = SOMEWHERE] = damage;
  return first.from === SOMEWHERE.from && first.to === SOMEWHERE.to;
}
