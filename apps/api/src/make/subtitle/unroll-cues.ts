import type { Cue } from './cue.js';

/** Cues that are fewer seconds apart are displayed together. */
const CLOSE = 0.12;
/**
 * Captions are rolling if at least this share of the cues repeats lines. Natural speech repeats
 * fewer.
 */
const ROLLING_SHARE = 0.3;
const OVERLAPPING_SHARE = 0.5;

/**
 * The cues as they are spoken. Rolling captions (YouTube's auto-generated ones, and those on
 * television) repeat each line while the next one comes in; only one copy of each line is kept. If
 * at least half of the cues overlap, as in two-line displays, each cue ends where the next one
 * begins.
 */
export function unrollCues(cues: readonly Cue[]): Cue[] {
  const spoken = isRolling(cues) ? withoutRepeated(cues) : [...cues];
  return isOverlapping(spoken) ? spoken.map(endingAtNext) : spoken;
}

function isRolling(cues: readonly Cue[]): boolean {
  const repeated = cues.filter((cue, at) => repeatedLines(cues[at - 1], cue) > 0).length;
  return repeated >= 2 && repeated >= cues.length * ROLLING_SHARE;
}

/** The number of lines at the start of a cue that repeat the end of the cue before it. */
function repeatedLines(before: Cue | undefined, cue: Cue): number {
  if (before === undefined || cue.start - before.end > CLOSE) {
    return 0;
  }
  const [shown, lines] = [before.text.split('\n'), cue.text.split('\n')];
  for (let count = Math.min(shown.length, lines.length); count > 0; count -= 1) {
    if (shown.slice(-count).join('\n') === lines.slice(0, count).join('\n')) {
      return count;
    }
  }
  return 0;
}

function withoutRepeated(cues: readonly Cue[]): Cue[] {
  const spoken: Cue[] = [];
  cues.forEach((cue, at) => {
    const text = cue.text
      .split('\n')
      .slice(repeatedLines(cues[at - 1], cue))
      .join('\n');
    const last = spoken.at(-1);
    if (text !== '') {
      spoken.push({ ...cue, text });
    } else if (last !== undefined) {
      spoken[spoken.length - 1] = { ...last, end: Math.max(last.end, cue.end) };
    }
  });
  return spoken;
}

function isOverlapping(cues: readonly Cue[]): boolean {
  const overlapping = cues.filter((cue, at) => (cues[at + 1]?.start ?? Infinity) < cue.end - CLOSE);
  return overlapping.length >= 2 && overlapping.length >= cues.length * OVERLAPPING_SHARE;
}

function endingAtNext(cue: Cue, at: number, cues: readonly Cue[]): Cue {
  const next = cues[at + 1]?.start ?? Infinity;
  return next > cue.start ? { ...cue, end: Math.min(cue.end, next) } : cue;
}
