import type { ClipRange } from '../../../entities/media/clip/clip-range.js';

/** The usual duration of a clip that is made with one press, in seconds. */
const USUAL = 30;
/** Items shorter than this have no such clip, in seconds. */
const SHORTEST_ITEM = 2;

/**
 * Returns the clip that one press makes: half a minute from where the player is, or half of a
 * shorter item. It starts and ends on whole seconds, so that it is exactly what the row says.
 * @param time the player's position, seconds
 * @param duration of the item, seconds; NaN until it is known, Infinity for a live stream
 * @returns null if there is no such clip
 */
export function quickRange(time: number, duration: number): ClipRange | null {
  if (!Number.isFinite(duration) || duration < SHORTEST_ITEM) {
    return null;
  }
  const length = Math.min(USUAL, Math.floor(duration / 2));
  const start = Math.max(0, Math.min(Math.floor(time), Math.floor(duration) - length));
  return { start, end: start + length };
}
