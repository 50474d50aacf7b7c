import type { SegmentedStream } from '../segments/segmented-stream.js';
import type { Span } from '../client/source-damaged.js';
import type { Segment } from '../client/source-stream.js';

/** Consecutive segments of a stream, after the init segment that applies to them. */
export interface SegmentWindow {
  readonly stream: SegmentedStream;
  /**
   * Start of the first media segment according to the playlist, in seconds from the start of the
   * stream.
   */
  readonly nominalAt: number;
  /** End of the last segment, likewise. */
  readonly nominalEnd: number;
  /**
   * Whether the window includes the first segment of the stream, and whether it includes the last.
   */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * Duration of a stream in seconds according to its playlist; null if the playlist doesn't give it.
 */
export function nominalSeconds({ segments }: SegmentedStream): number | null {
  const media = mediaOf(segments);
  return media === null ? null : (media.at(-1)?.to ?? 0);
}

/**
 * The segments that a span needs according to the playlist, with one more on either side, because
 * durations are rarely exact, and segments need not start with a key frame.
 * @param span in seconds from the start of the stream.
 * @returns null if the playlist gives no durations.
 */
export function windowOf(stream: SegmentedStream, { from, to }: Span): SegmentWindow | null {
  const { segments } = stream;
  const media = mediaOf(segments);
  if (media === null || media.length === 0) {
    return null;
  }
  const playing = media.findLastIndex((one) => one.from <= from);
  const behind = media.findIndex((one) => one.from > to);
  const first = Math.max(0, playing - 1);
  const last = behind === -1 ? media.length - 1 : behind;
  const [begin, end] = [media[first]?.index ?? 0, media[last]?.index ?? 0];
  const head = segments.slice(0, begin).findLast(isHead);
  const list = segments.slice(begin, end + 1);
  return {
    stream: { ...stream, segments: head === undefined ? list : [head, ...list] },
    nominalAt: media[first]?.from ?? 0,
    nominalEnd: media[last]?.to ?? 0,
    isFirst: first === 0,
    isLast: last === media.length - 1,
  };
}

/** The init segment of a stream and its first media segment. */
export function beginningOf(stream: SegmentedStream): SegmentedStream {
  const first = stream.segments.findIndex((segment) => !isHead(segment));
  return { ...stream, segments: stream.segments.slice(0, first + 1) };
}

/** Whether the timeline restarts within the stream, for example after an advertisement. */
export function hasDiscontinuities({ segments }: SegmentedStream): boolean {
  return segments.some(({ expected }, index) => expected.startsAnew && index > 0);
}

/** The media segments and their times; null if the playlist gives no durations. */
function mediaOf(
  segments: readonly Segment[],
): { readonly index: number; readonly from: number; readonly to: number }[] | null {
  const media: { index: number; from: number; to: number }[] = [];
  for (const [index, segment] of segments.entries()) {
    const { seconds } = segment.expected;
    if (seconds === null && index > 0) {
      return null;
    }
    if (!isHead(segment)) {
      const from = media.at(-1)?.to ?? 0;
      media.push({ index, from, to: from + (seconds ?? 0) });
    }
  }
  return media;
}

/** In DASH, only the unknown duration shows that a segment is the init segment. */
function isHead({ expected: { holds, seconds } }: Segment): boolean {
  return holds === 'init' || (holds === 'unknown' && seconds === null);
}
