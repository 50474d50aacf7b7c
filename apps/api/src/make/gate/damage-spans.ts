import { firstIndex } from '../../infra/first-index.js';
import type { Span } from '../../source/client/source-damaged.js';
import type { Complaint } from './media-reader.js';
import type { StreamScan } from './packet-scan.js';

/** Spans with a gap of at most this many seconds are merged. */
const NEAR_SECONDS = 2;
/** Audio that begins this soon has lost only its first frame, which lasts up to 128 ms. */
const FIRST_SOUND_SECONDS = 0.2;

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
    return [{ from, to: keys.length === 0 ? Math.max(from, until) : nextKey(keys, until) }];
  });
  return mergeSpans(spans);
}

/** The first of these times at or after a time; Infinity if there is none. */
function nextKey(keys: readonly number[], time: number): number {
  return keys[firstIndex(keys, (key) => key >= time)] ?? Infinity;
}

/** Merges spans that overlap or nearly do. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last === undefined || span.from > last.to + NEAR_SECONDS) {
      merged.push(span);
    } else {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    }
  }
  return merged;
}

/**
 * Drops complaints that a recording causes because it begins in the middle of a GOP and of an audio
 * frame: those about video before the first key frame, which can never be shown and which joining
 * drops, and those about the first audio frame.
 * @param complaints about a single stream.
 */
export function withoutBeginning(
  complaints: readonly Complaint[],
  { type, start, keys }: Pick<StreamScan, 'type' | 'start' | 'keys'>,
): Complaint[] {
  const first = keys[0] ?? Infinity;
  return complaints.filter(({ after, before }) =>
    type === 'video'
      ? (before ?? after ?? 0) > first
      : after !== null || before === null || before > start + FIRST_SOUND_SECONDS,
  );
}
