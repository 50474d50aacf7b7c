import type { DamagedSpan } from '@dipper/contract';
import type { ValueTransformer } from 'typeorm';
import { isSomewhere, SOMEWHERE, type Span } from '../../source/client/source-damaged.js';

/** Damage in the form that is stored and sent to clients; empty if the location is unknown. */
export function damagedSpans(damage: readonly Span[]): DamagedSpan[] {
  return isSomewhere(damage)
    ? []
    : damage.map(({ from, to }) => ({
        from_seconds: toMilliseconds(from),
        // JSON has no Infinity.
        to_seconds: to === Infinity ? null : toMilliseconds(to),
      }));
}

function spansOf(stored: readonly DamagedSpan[]): Span[] {
  // Never returns an empty list, because that would mean an undamaged file.
  return stored.length === 0
    ? [SOMEWHERE]
    : stored.map(({ from_seconds, to_seconds }) => ({
        from: from_seconds,
        to: to_seconds ?? Infinity,
      }));
}

/** Rounds to milliseconds. Below that, sums of frame durations are only noise. */
function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Converts a task's damage between `Span`s and the stored `DamagedSpan`s; null stays null. */
export const asDamage: ValueTransformer = {
  to: (damage: readonly Span[] | null) => damage && damagedSpans(damage),
  from: (stored: readonly DamagedSpan[] | null) => stored && spansOf(stored),
};
