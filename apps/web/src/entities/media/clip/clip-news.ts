import type { ClipRange } from './clip-range.js';

/** How a clip differs from the requested range, and the time used instead. */
export interface ClipNews {
  /**
   * `past`: beyond the item, so it was moved into it. `cut`: the end was beyond the item.
   * `startMoved`, `endMoved`: one edge moved, because the start must come before the end.
   */
  readonly kind: 'past' | 'cut' | 'startMoved' | 'endMoved';
  /** In seconds. */
  readonly time: number;
}

/** In seconds. Smaller differences are due to rounding. */
const ROUNDING = 0.001;

/**
 * Returns what had to change to make a range possible.
 * @param wanted the range as requested or typed, in seconds
 * @param range the result, in seconds
 * @param duration the duration of the item, in seconds; Infinity if unknown
 * @returns null if nothing changed
 */
export function clipNews(wanted: ClipRange, range: ClipRange, duration: number): ClipNews | null {
  const hasMoved = (edge: keyof ClipRange) => Math.abs(wanted[edge] - range[edge]) > ROUNDING;
  if (hasMoved('start') && wanted.start > range.start && wanted.start >= duration - ROUNDING) {
    return { kind: 'past', time: range.start };
  }
  if (hasMoved('end')) {
    return { kind: wanted.end > duration ? 'cut' : 'endMoved', time: range.end };
  }
  return hasMoved('start') ? { kind: 'startMoved', time: range.start } : null;
}
