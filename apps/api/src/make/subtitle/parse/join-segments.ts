import type { RawCue } from '../cue.js';
import { timestampMap } from './parse-timed-lines.js';
import { parseSubtitle } from './parse-subtitle.js';

const TICKS_PER_SECOND = 90_000;
/** The 33-bit MPEG-2 clock wraps after about a day. */
const CLOCK_TICKS = 2 ** 33;

/**
 * The cues of all segments of an HLS playlist, relative to the first segment. A cue that crosses a
 * segment boundary is in both segments; `tidyCues` merges the two.
 */
export async function joinSegments(segments: readonly string[]): Promise<RawCue[]> {
  const cues: RawCue[] = [];
  let first: number | null = null;
  let before = 0;
  let shift = 0;
  for (const segment of segments) {
    const map = timestampMap(segment);
    if (map !== null) {
      const ticks = map.ticks < before - CLOCK_TICKS / 2 ? map.ticks + CLOCK_TICKS : map.ticks;
      before = Math.max(before, ticks);
      const offset = ticks / TICKS_PER_SECOND - map.local;
      first ??= offset;
      shift = offset - first;
    }
    for (const { start, end, text } of await parseSubtitle(segment)) {
      cues.push({ start: start + shift, end: end + shift, text });
    }
  }
  return cues;
}
