import type { ClipRange } from './clip-range.js';

/** How a clip differs from the range that was asked for, and the time that was taken instead. */
export interface ClipNews {
  /**
   * `past`: it was beyond the item and was moved into it. `cut`: its end was beyond the item.
   * `startMoved`, `endMoved`: one edge moved, because the start must come before the end.
   */
  readonly kind: 'past' | 'cut' | 'startMoved' | 'endMoved';
  /** In seconds. */
  readonly time: number;
}

/** Differences below this are rounding, in seconds. */
const ROUNDING = 0.001;

/**
 * Says what had to change for a range to be possible.
 * @param wanted as asked for or typed, seconds
 * @param range what was made of it, seconds
 * @param duration duration of the item, seconds; Infinity if unknown
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
