import type { ClipRange } from '../../../entities/media/clip/clip-range.js';

/** Default length of a quick clip, in seconds. */
const USUAL = 30;
/** In seconds. Shorter items get no quick clip. */
const SHORTEST_ITEM = 2;

/**
 * Returns the range of a quick clip: half a minute from the player's position, or half of a shorter
 * item. It starts and ends on whole seconds, so that it matches the times shown in the row.
 * @param time the player's position, in seconds
 * @param duration the duration of the item, in seconds; NaN until it is known, Infinity for a live
 * stream
 * @returns null if no quick clip is possible
 */
export function quickRange(time: number, duration: number): ClipRange | null {
  if (!Number.isFinite(duration) || duration < SHORTEST_ITEM) {
    return null;
  }
  const length = Math.min(USUAL, Math.floor(duration / 2));
  const start = Math.max(0, Math.min(Math.floor(time), Math.floor(duration) - length));
  return { start, end: start + length };
}
