import type { Span } from '../../source/client/source-damaged.js';
import type { Complaint } from './media-reader.js';
import type { StreamScan } from './packet-scan.js';

/** Spans with a gap of at most this many seconds are merged. */
const NEAR_SECONDS = 2;

/**
 * Works out when damage is noticeable, from the presentation times of the damaged bytes. A damaged
 * frame affects the video until the next key frame.
 * @param keys presentation times of key frames, in order; empty for audio.
 * @returns spans in order, without overlaps.
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
  return mergeSpans(spans);
}

/** Merges spans that overlap or nearly do. */
export function mergeSpans(spans: readonly Span[]): Span[] {
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
 * Drops complaints about frames before the first key frame, in a recording that begins inside a
 * GOP. These frames can never be shown, and joining drops them.
 * @param leading number of frames before the first key frame.
 */
export function withoutLeadingFrames(
  complaints: readonly Complaint[],
  { leading, keys }: Pick<StreamScan, 'leading' | 'keys'>,
): Complaint[] {
  const first = keys[0] ?? Infinity;
  return complaints.filter(({ after, before }) => leading === 0 || (before ?? after ?? 0) > first);
}
