import { codingVerdict, type KnownCoding } from './segment-coding.js';
import type { SegmentReport, TrackSpan } from './segment-report.js';
import { unwrapped } from './ts-clock.js';

/** A media segment and its place in the playlist. Times are in seconds. */
export interface PlacedSegment {
  readonly report: SegmentReport;
  /** Duration according to the playlist; null if the playlist gives none. */
  readonly nominal: number | null;
  /** Tolerance for the duration of a good segment. */
  readonly slack: number;
  /** Start according to the playlist, which is the sum of all durations before it. */
  readonly nominalAt: number;
  /** Whether the timeline may restart with this segment. */
  readonly startsAnew: boolean;
}

/**
 * A segment and the segments around it. `offsets`: how far the timeline was ahead of the
 * playlist before each jump, in seconds.
 */
export interface SegmentContext {
  readonly previous: PlacedSegment | null;
  readonly current: PlacedSegment;
  /** Null at the end of the stream. */
  readonly next: PlacedSegment | null;
  readonly offsets: readonly number[];
  /** How the streams were coded in earlier segments. */
  readonly codings: readonly KnownCoding[];
  /** Whether another segment had the same bytes, not counting silence. */
  readonly isRepeated: boolean;
}

/** A suspicious property of a segment, which is therefore fetched again. */
export interface Finding {
  /** For the log. */
  readonly reason: string;
  /** What to conclude if the source sends the same bytes again, judging by the next segment. */
  readonly verdict: 'as recorded' | 'cut' | 'foreign';
}

/** Tolerance in seconds for the point where a stream continues in the next segment. */
const JOINT_SECONDS = 0.3;
/**
 * In audio-only fragmented MP4, each segment starts exactly where the last one ended, so the
 * tolerance is smaller.
 */
const EXACT_JOINT_SECONDS = 0.1;
/**
 * The tolerance includes the interval between frames, but at most this many seconds of it. Still
 * pictures may have longer intervals.
 */
const MOST_STEP_SECONDS = 2;
/** Shortfalls of up to this many seconds from the duration in the playlist are ignored. */
const UNNOTICED_SECONDS = 0.15;

/**
 * Finds everything that is suspicious about a segment. @returns an empty list for a good segment
 */
export function findingsOn(around: SegmentContext): Finding[] {
  return [
    repeatFinding,
    lengthFinding,
    placeFinding,
    codingFinding,
    missingFinding,
    endFinding,
  ].flatMap((find) => find(around) ?? []);
}

/**
 * Shifts the times in a report close to `reference`, however often the clock has wrapped.
 * @param reference null to keep the first track's times, and shift the others close to them.
 */
export function unwrapNear(report: SegmentReport, reference: number | null): SegmentReport {
  const { wrapSeconds, tracks } = report;
  const first = tracks[0];
  if (wrapSeconds === null || first === undefined) {
    return report;
  }
  const goal = reference ?? first.start;
  // Shift the end by as much as the start, because the clock may wrap within the segment.
  const near = (span: TrackSpan): TrackSpan => {
    const shift = unwrapped(span.start, goal, wrapSeconds) - span.start;
    return { ...span, start: span.start + shift, end: span.end === null ? null : span.end + shift };
  };
  return { ...report, tracks: tracks.map(near) };
}

/** End of the stream that ends last; null when unknown. */
export function endOf({ report: { tracks } }: Pick<PlacedSegment, 'report'>): number | null {
  const ends = tracks.flatMap(({ end }) => end ?? []);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Start of the stream that starts first; null when unknown. */
export function startOf({ report: { tracks } }: Pick<PlacedSegment, 'report'>): number | null {
  return tracks.length === 0 ? null : Math.min(...tracks.map(({ start }) => start));
}

/**
 * A segment's duration in seconds, from the stream whose duration is closest to the playlist's.
 * Null when unknown.
 */
export function lengthOf({ report, nominal }: PlacedSegment): number | null {
  if (report.problem === null && report.tracks.length === 0 && report.untimedSeconds === null) {
    return 0;
  }
  const lengths = report.tracks.flatMap(({ start, end }) => (end === null ? [] : [end - start]));
  const known = report.untimedSeconds === null ? lengths : [...lengths, report.untimedSeconds];
  const wanted = nominal ?? Infinity;
  const closest = known.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
  return closest ?? null;
}

function repeatFinding({ current, next, isRepeated }: SegmentContext): Finding | null {
  const isCopied =
    next !== null &&
    current.report.tracks.length > 0 &&
    current.report.tracks.every(
      (track) => sameTrack(track, next.report.tracks)?.start === track.start,
    );
  return isRepeated || (isCopied && !next.startsAnew)
    ? { reason: 'has the contents of another segment', verdict: 'foreign' }
    : null;
}

function lengthFinding(around: SegmentContext): Finding | null {
  const { current } = around;
  const [seconds, { nominal, slack }] = [lengthOf(current), current];
  if (seconds === null || nominal === null) {
    return null;
  }
  const lacking = nominal - seconds;
  const reason = `lasts ${round(seconds)} s in place of ${round(nominal)} s`;
  const next = following(around);
  const joint = next && jointOf(current, next);
  if (lacking > slack) {
    // If the next segment continues from here, the playlist is wrong. Otherwise, segments in
    // between are missing.
    const previous = preceding(around);
    const isWhole =
      next === null
        ? previous !== null && areUndivided(previous, current)
        : joint !== null && (joint === 0 || isDirectly(current, next));
    return { reason, verdict: isWhole ? 'as recorded' : 'cut' };
  }
  if (-lacking > slack) {
    return { reason, verdict: joint !== null && joint < 0 ? 'foreign' : 'as recorded' };
  }
  const isGap = lacking > UNNOTICED_SECONDS && joint !== null && joint > 0;
  if (isGap && next !== null && joint <= lacking + JOINT_SECONDS) {
    return { reason, verdict: isDirectly(current, next) ? 'as recorded' : 'cut' };
  }
  return null;
}

function placeFinding(around: SegmentContext): Finding | null {
  const { current, offsets } = around;
  const [previous, next] = [preceding(around), following(around)];
  const leap = previous && jointOf(previous, current);
  const joint = next && jointOf(current, next);
  if (previous === null) {
    return next === null || joint === null ? null : firstFinding(current, { next, joint });
  }
  if (leap === null || leap === 0) {
    return null;
  }
  const reason = `begins ${round(leap)} s after the end of the one before`;
  const foreign = { reason, verdict: 'foreign' } as const;
  if (leap < 0 && returnsTo(offsets, current)) {
    return foreign;
  }
  if (next === null || joint === null) {
    return leap < 0 ? foreign : { reason, verdict: 'as recorded' };
  }
  if (joint === 0) {
    return { reason, verdict: 'as recorded' };
  }
  const isBack = joint < 0 || leap < 0 || isExpectedAfter(previous, { current, next });
  return isBack ? foreign : { reason, verdict: 'as recorded' };
}

/**
 * Finds a first segment that does not belong there. It comes from later in the stream, or from
 * another rendition, whose first segment starts at the same time. Sound of another rate then lasts
 * longer or shorter than the playlist and the next segment say.
 */
function firstFinding(
  first: PlacedSegment,
  { next, joint }: { next: PlacedSegment; joint: number },
): Finding | null {
  const reason = `the next begins ${round(Math.abs(joint))} s ${joint < 0 ? 'before' : 'after'} its end`;
  const isForeign = joint < 0 || (joint > 0 && isWhereExpected(first, next));
  return isForeign ? { reason, verdict: 'foreign' } : null;
}

/** Whether sound continues in the next segment where the playlist says that this one ends. */
function isWhereExpected(one: PlacedSegment, next: PlacedSegment): boolean {
  const [start, end, { nominal }] = [startOf(one), startOf(next), one];
  return (
    isExact(one) &&
    start !== null &&
    end !== null &&
    nominal !== null &&
    Math.abs(end - start - nominal) <= EXACT_JOINT_SECONDS
  );
}

/** Whether the next segment starts where it would start if the current one hadn't jumped. */
function isExpectedAfter(
  previous: PlacedSegment,
  { current, next }: { current: PlacedSegment; next: PlacedSegment },
): boolean {
  const [end, start] = [endOf(previous), startOf(next)];
  const length = current.nominal ?? lengthOf(current);
  return (
    end !== null &&
    start !== null &&
    length !== null &&
    Math.abs(start - end - length) <= JOINT_SECONDS + current.slack
  );
}

/**
 * Whether a jump leads back to the playlist's time, which means that the segments in between were
 * foreign.
 */
function returnsTo(offsets: readonly number[], current: PlacedSegment): boolean {
  const start = startOf(current);
  return (
    start !== null &&
    offsets.some((offset) => Math.abs(start - current.nominalAt - offset) <= current.slack)
  );
}

function codingFinding(around: SegmentContext): Finding | null {
  const { current, codings } = around;
  const [previous, next] = [preceding(around), following(around)];
  const { container } = current.report;
  if (previous !== null && previous.report.container !== container) {
    return {
      reason: `is ${container} in place of ${previous.report.container}`,
      verdict: 'foreign',
    };
  }
  const known = current.startsAnew ? [] : codings;
  const verdict = codingVerdict(known, current.report.codings, next?.report.codings ?? []);
  return verdict && { reason: 'is coded differently', verdict };
}

function missingFinding(around: SegmentContext): Finding | null {
  const [previous, next] = [preceding(around), following(around)];
  const gone = (previous?.report.tracks ?? []).find(
    ({ type, end }) => end !== null && !hasTrack(around.current, type),
  );
  const { nominal, slack } = around.current;
  if (gone === undefined || (next === null && nominal !== null && nominal <= slack)) {
    return null;
  }
  const isBack = next !== null && hasTrack(next, gone.type);
  return { reason: `has no ${gone.type}`, verdict: isBack ? 'cut' : 'as recorded' };
}

/**
 * Finds a truncated end: a packet that the next segment doesn't continue, or missing packet
 * numbers.
 */
function endFinding(around: SegmentContext): Finding | null {
  const { current } = around;
  const [previous, next] = [preceding(around), following(around)];
  const { unfinished } = current.report;
  if (unfinished.some((id) => next?.report.continued.includes(id) !== true)) {
    return { reason: 'ends within a packet', verdict: 'cut' };
  }
  const isNumberedOn = previous !== null && isDirectly(previous, current);
  if (
    next === null ||
    !isNumberedOn ||
    isDirectly(current, next) ||
    isNumberedAnew(current, next)
  ) {
    return null;
  }
  return { reason: 'its last packets are missing', verdict: 'cut' };
}

/** Whether the muxer restarted between two segments, which resets its counters. */
function isNumberedAnew({ report: one }: PlacedSegment, { report: next }: PlacedSegment): boolean {
  return [...next.counters].every(
    ([id, { first }]) => first === 0 || first === one.counters.get(id)?.first,
  );
}

function hasTrack({ report }: PlacedSegment, type: TrackSpan['type']): boolean {
  return report.tracks.some((track) => track.type === type);
}

function following({ next }: SegmentContext): PlacedSegment | null {
  return next?.startsAnew === true ? null : next;
}

function preceding({ previous, current }: SegmentContext): PlacedSegment | null {
  return current.startsAnew ? null : previous;
}

/**
 * Gap between the end of one segment and the start of the next in seconds (0 within the tolerance),
 * for the stream with the smallest gap. Video may freeze, or audio may stop, while the other one
 * continues, but a truncated or foreign segment affects all streams. Null when unknown.
 */
function jointOf(one: PlacedSegment, next: PlacedSegment): number | null {
  const slack = isExact(one) ? EXACT_JOINT_SECONDS : JOINT_SECONDS;
  const gaps = one.report.tracks.flatMap((track) => {
    const same = sameTrack(track, next.report.tracks);
    if (track.end === null || same === undefined) {
      return [];
    }
    const step = Math.min(Math.max(track.longestStep, same.longestStep), MOST_STEP_SECONDS);
    const gap = same.start - track.end;
    return [Math.abs(gap) <= slack + step ? 0 : gap];
  });
  return gaps.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null;
}

/** Whether each segment starts exactly where the last one ended. */
function isExact({ report: { container, tracks } }: PlacedSegment): boolean {
  return container === 'mp4' && tracks.every(({ type }) => type === 'audio');
}

function sameTrack(track: TrackSpan, others: readonly TrackSpan[]): TrackSpan | undefined {
  const ofType = others.filter(({ type }) => type === track.type);
  return ofType.find(({ id }) => id === track.id) ?? ofType[0];
}

/** Whether nothing can be missing between two segments, regardless of their times. */
function isDirectly(one: PlacedSegment, next: PlacedSegment): boolean {
  if (areUndivided(one, next)) {
    return true;
  }
  const shared = [...one.report.counters].filter(([id]) => next.report.counters.has(id));
  return (
    shared.length > 0 &&
    shared.every(
      ([id, { last, modulus }]) => next.report.counters.get(id)?.first === (last + 1) % modulus,
    )
  );
}

/**
 * Whether both segments have a single fragment or cluster, which can't be truncated and still be
 * well formed.
 */
function areUndivided({ report: one }: PlacedSegment, { report: other }: PlacedSegment): boolean {
  return one.container !== 'ts' && one.pieces === 1 && other.pieces === 1;
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
