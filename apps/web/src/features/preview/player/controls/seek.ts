import { keyedValue } from '../../../../lib/browser/slider.js';

/** The step of each seek control, in seconds. */
export const STEP = { arrow: 5, letter: 10, page: 60, back: 15, ahead: 30 } as const;

/**
 * Clamps `to` to the duration, or only to 0 if the duration is unknown or infinite (NaN, Infinity).
 */
export function clampTime(to: number, duration: number): number {
  const end = Number.isFinite(duration) ? duration : Infinity;
  return Number.isFinite(to) ? Math.max(0, Math.min(to, end)) : 0;
}

/** Returns the share of the duration (0-1) that has been played. */
export function playedShare(time: number, duration: number): number {
  return duration > 0 && Number.isFinite(duration) ? clampTime(time, duration) / duration : 0;
}

/** Returns the time that a key on the seek bar seeks to; null for other keys. */
export function keyedTime(key: string, time: number, duration: number): number | null {
  const { arrow, page } = STEP;
  const to = keyedValue(key, time, { arrow, page, end: duration });
  return to === null || !Number.isFinite(duration) ? null : clampTime(to, duration);
}

/** Returns the index of the chapter at a time; -1 before the first one. */
export function chapterAt(chapters: readonly { readonly start: number }[], time: number): number {
  // Players may land slightly before the requested time.
  return chapters.findLastIndex(({ start }) => start <= time + 0.25);
}
