import type { Span } from '../../source/source-damaged.js';
import type { Complaint } from './media-reader.js';
import type { StreamScan } from './packet-scan.js';

/** Spans closer than this are told as one, seconds. */
const NEAR_SECONDS = 2;

/**
 * Where a file is damaged, from when the bytes complained of would be shown. A damaged picture
 * stays visible until the next key frame.
 * @param keys when key frames are shown, in order; empty for sound.
 * @returns in order, without overlaps.
 */
export function damageSpans(complaints: readonly Complaint[], keys: readonly number[]): Span[] {
  const spans = complaints.flatMap(({ after, before }): Span[] => {
    if (after === null && before === null) {
      return [];
    }
    const from = Math.max(0, after ?? 0);
    const until = before ?? Infinity;
    const key = keys.find((time) => time >= until);
    return [{ from, to: keys.length === 0 ? Math.max(from, until) : (key ?? Infinity) }];
  });
  return joined(spans);
}

/** Joins spans that overlap or nearly do. */
export function joined(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.from - b.from);
  return sorted.reduce<Span[]>((done, span) => {
    const last = done.at(-1);
    if (last === undefined || span.from > last.to + NEAR_SECONDS) {
      return [...done, span];
    }
    return [...done.slice(0, -1), { from: last.from, to: Math.max(last.to, span.to) }];
  }, []);
}

/**
 * Leaves out what a decoder says before the first key frame of a recording that begins in the middle
 * of a group of pictures: nothing can show these pictures, and joining leaves them out.
 * @param leading pictures before the first key frame.
 */
export function afterLeading(
  complaints: readonly Complaint[],
  { leading, keys }: Pick<StreamScan, 'leading' | 'keys'>,
): Complaint[] {
  const first = keys[0] ?? Infinity;
  return complaints.filter(({ after, before }) => leading === 0 || (before ?? after ?? 0) > first);
}
