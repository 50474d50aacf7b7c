import type { DamagedSpan } from '@dipper/contract';
import type { ValueTransformer } from 'typeorm';
import type { Span } from '../../source/source-damaged.js';

/** Damage as the wire and the row have it: JSON knows no Infinity. */
export function damagedSpans(damage: readonly Span[]): DamagedSpan[] {
  return damage.map(({ from, to }) => ({
    from_seconds: from,
    to_seconds: to === Infinity ? null : to,
  }));
}

/** The column of a task's damage: null, or `DamagedSpan`s. */
export const asDamage: ValueTransformer = {
  to: (damage: readonly Span[] | null) => damage && damagedSpans(damage),
  from: (stored: readonly DamagedSpan[] | null): Span[] | null =>
    stored &&
    stored.map(({ from_seconds, to_seconds }) => ({
      from: from_seconds,
      to: to_seconds ?? Infinity,
    })),
};
