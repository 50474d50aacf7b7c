/** A stretch of a medium, seconds. */
export interface ClipRange {
  readonly start: number;
  readonly end: number;
}

export type ClipEdge = keyof ClipRange;

/** What is proposed where nobody has said how long, seconds. */
const USUAL = 30;
/** A clip of a frame or two is a mistake, seconds. */
const SHORTEST = 0.1;
const PAGE = 10;
/** Of films that do not tell, a frame is taken to last this long, seconds. */
const USUAL_FRAME = 1 / 25;

/** Three digits are what wishes and file names carry. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** How long a frame is shown, seconds. @param fps null where it is not known */
export function frameSeconds(fps: number | null): number {
  return fps !== null && fps >= 1 && fps <= 1000 ? 1 / fps : USUAL_FRAME;
}

/**
 * What a clip begins as: from where the link starts, for half a minute.
 * @param duration Infinity where it is not known
 */
export function firstRange(start: number | null, duration: number): ClipRange {
  const from = start === null || start >= duration - SHORTEST ? 0 : start;
  return { start: rounded(from), end: rounded(Math.min(from + USUAL, duration)) };
}

/** A range with one edge moved; the other one stops it. */
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

/** A range with one edge set; the other one makes way, so that the clip stays as long. */
export function setRange(
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

/** A range that was chosen before the length was known: what lies behind the end is not there. */
export function insideOf(range: ClipRange, duration: number): ClipRange {
  return range.start >= duration - SHORTEST
    ? firstRange(null, duration)
    : { ...range, end: rounded(Math.min(range.end, duration)) };
}

/** A range that is no longer than so many seconds, from the same start. */
export function shortened({ start, end }: ClipRange, seconds: number): ClipRange {
  return { start, end: rounded(Math.min(end, start + seconds)) };
}

/** Where a key leads an edge; null for other keys. @param fine by frames */
export function keyedEdge(
  { key, shiftKey: fine }: { readonly key: string; readonly shiftKey: boolean },
  at: number,
  { frame, duration }: { readonly frame: number; readonly duration: number },
): number | null {
  const step = fine ? frame : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - step,
    ArrowDown: at - step,
    ArrowRight: at + step,
    ArrowUp: at + step,
    PageDown: at - PAGE,
    PageUp: at + PAGE,
    Home: 0,
    End: duration,
  };
  const to = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return to === undefined || !Number.isFinite(to) ? null : to;
}

/** The edge that a press on the bar takes: the nearer one, of two in one place the one it can move. */
export function nearerEdge({ start, end }: ClipRange, at: number): ClipEdge {
  const [toStart, toEnd] = [Math.abs(at - start), Math.abs(at - end)];
  if (toStart === toEnd) {
    return at < start ? 'start' : 'end';
  }
  return toStart < toEnd ? 'start' : 'end';
}

/** The stretch of a chapter: up to the next one. @param duration Infinity where it is not known */
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
