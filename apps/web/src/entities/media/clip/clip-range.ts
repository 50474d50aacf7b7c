import { type ClipKind, LIMITS } from '@dipper/contract';
import { keyedValue } from '../../../lib/browser/slider.js';

/** A range within an item, in seconds. */
export interface ClipRange {
  readonly start: number;
  readonly end: number;
}

export type ClipEdge = keyof ClipRange;

/** The default duration of a clip, in seconds. */
const USUAL = 30;
/** In seconds. A shorter range, of one or two frames, is probably a slip of the pointer. */
const SHORTEST = 0.1;
const PAGE = 10;
/** The assumed duration of a frame if it is unknown, in seconds. */
const USUAL_FRAME = 1 / 25;

/** Rounds to milliseconds, the precision of requests and file names. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/**
 * The duration of a frame, in seconds.
 * @param fps frames per second; null if unknown
 */
export function frameSeconds(fps: number | null): number {
  return fps !== null && fps >= 1 && fps <= 1000 ? 1 / fps : USUAL_FRAME;
}

/**
 * The initial range: half a minute from the link's start time.
 * @param duration the duration of the item, in seconds; Infinity if unknown
 */
export function firstRange(start: number | null, duration: number): ClipRange {
  const from = start === null || start >= duration - SHORTEST ? 0 : start;
  return { start: rounded(from), end: rounded(Math.min(from + USUAL, duration)) };
}

/** Moves one edge, but not past the other. */
export function draggedRange(
  range: ClipRange,
  edge: ClipEdge,
  to: number,
  duration: number,
): ClipRange {
  return edge === 'start'
    ? { ...range, start: rounded(within(to, 0, range.end - SHORTEST)) }
    : { ...range, end: rounded(within(to, range.start + SHORTEST, duration)) };
}

/** Sets one edge. If necessary, the other edge moves along, so that the clip keeps its duration. */
export function withEdge(
  range: ClipRange,
  edge: ClipEdge,
  to: number,
  duration: number,
): ClipRange {
  const length = range.end - range.start;
  if (edge === 'start') {
    const start = rounded(within(to, 0, Math.max(0, duration - SHORTEST)));
    const end = start > range.end - SHORTEST ? start + length : range.end;
    return { start, end: rounded(Math.min(end, duration)) };
  }
  const end = rounded(within(to, SHORTEST, duration));
  const start = end < range.start + SHORTEST ? end - length : range.start;
  return { start: rounded(Math.max(0, start)), end };
}

/**
 * Limits a range to the item's duration. The range may have been chosen before the duration was
 * known.
 */
export function insideOf(range: ClipRange, duration: number): ClipRange {
  return range.start >= duration - SHORTEST
    ? firstRange(null, duration)
    : { ...range, end: rounded(Math.min(range.end, duration)) };
}

/**
 * Returns a range to suggest after another one was refused: equally long, and as close to it as the
 * item allows.
 * @param duration the duration of the item, in seconds; Infinity if unknown
 */
export function possibleRange(refused: ClipRange, duration: number): ClipRange {
  if (!Number.isFinite(duration)) {
    return refused;
  }
  const length = Math.min(refused.end - refused.start, duration);
  const start = within(refused.start, 0, duration - length);
  return { start: rounded(start), end: rounded(Math.min(refused.end, start + length)) };
}

/**
 * Returns the initial range for a requested one. As on the server, an end beyond the item is cut
 * off. A range that starts beyond the item is moved into it.
 * @param duration the duration of the item, in seconds; Infinity if unknown
 */
export function askedRange({ start, end }: ClipRange, duration: number): ClipRange {
  return start < duration - SHORTEST
    ? { start, end: rounded(Math.min(end, duration)) }
    : possibleRange({ start, end }, duration);
}

/** These file types have a maximum duration of their own. */
export const LOOPS: readonly ClipKind[] = ['gif', 'webp'];

/** True if a range is longer than its file type may be. */
export function isTooLongAs(kind: ClipKind, { start, end }: ClipRange): boolean {
  return LOOPS.includes(kind) && end - start > LIMITS.loopSeconds;
}

/** Limits a range to a number of seconds, counted from its start. */
export function shortened({ start, end }: ClipRange, seconds: number): ClipRange {
  return { start, end: rounded(Math.min(end, start + seconds)) };
}

/**
 * Returns the position to which a key moves an edge; null for other keys.
 * @param fine true to move by frames
 */
export function keyedEdge(
  { key, shiftKey: fine }: { readonly key: string; readonly shiftKey: boolean },
  at: number,
  { frame, duration }: { readonly frame: number; readonly duration: number },
): number | null {
  return keyedValue(key, at, { arrow: fine ? frame : 1, page: PAGE, end: duration });
}

/**
 * Returns the edge that a click on the bar moves: the nearer one or, if both are at the same
 * position, the one that can move towards the click.
 */
export function nearerEdge({ start, end }: ClipRange, at: number): ClipEdge {
  const [toStart, toEnd] = [Math.abs(at - start), Math.abs(at - end)];
  if (toStart === toEnd) {
    return at < start ? 'start' : 'end';
  }
  return toStart < toEnd ? 'start' : 'end';
}

/**
 * Returns the range of a chapter, which ends where the next one starts.
 * @param duration the duration of the item, in seconds; Infinity if unknown
 */
export function chapterRange(
  chapters: readonly { readonly start: number }[],
  at: number,
  duration: number,
): ClipRange | null {
  const start = chapters[at]?.start;
  if (start === undefined || !(start >= 0) || start >= duration) {
    return null;
  }
  const next = chapters.slice(at + 1).find((chapter) => chapter.start > start)?.start;
  const end = Math.min(next ?? duration, duration);
  return Number.isFinite(end) ? { start: rounded(start), end: rounded(end) } : null;
}
