import { DomainError } from '../../infra/errors/domain-error.js';
import type { Segment } from '../client/source-stream.js';
import { inspectSegment, NO_HEAD, type StreamHead } from './inspect-segment.js';
import { abortable, DecryptionFailed } from './segment-bytes.js';
import { segmentReport, type SegmentReport } from './segment-report.js';
import { digestOf, type StoredSegment, withBytes } from './stored-segment.js';

/** The segments of a stream while they are downloaded. */
export interface ArrivingSegments {
  readonly list: readonly Segment[];
  /** Waits until a segment is on disk. */
  arrived(index: number): Promise<StoredSegment>;
  /** Fetches a segment again from scratch, discarding the first copy. */
  again(index: number): Promise<void>;
}

export interface SeenSegment {
  readonly report: SegmentReport;
  /** What the segments before this one revealed about the streams. */
  readonly head: StreamHead;
  /** Whether a second copy had the same bytes; null if it was fetched only once. */
  readonly isSame: boolean | null;
}

/** The next segment of a stream that has media. */
export interface NextSegment {
  readonly index: number;
  readonly report: SegmentReport;
  readonly startsAnew: boolean;
}

/** Inspects the segments of a stream, each once, and fetches malformed ones again. */
export class SegmentInspections {
  private readonly seen = new Map<number, SeenSegment>();
  private head: StreamHead = NO_HEAD;
  /** Keys that have decrypted at least one segment. */
  private readonly goodKeys = new Set<string>();

  constructor(private readonly signal: AbortSignal) {}

  /** Segments will arrive again, beginning with the first. */
  reset(): void {
    this.seen.clear();
    this.head = NO_HEAD;
  }

  /** No longer needs what is known about a segment. */
  forget(index: number): void {
    this.seen.delete(index);
  }

  /**
   * Inspects a segment. A malformed segment is fetched again.
   * @throws the signal's reason, because inspecting a hostile segment takes long; whatever
   *   `segments` throws.
   */
  async look(index: number, segments: ArrivingSegments): Promise<SeenSegment> {
    const known = this.seen.get(index);
    if (known !== undefined) {
      return known;
    }
    const first = await this.inspect(index, segments, this.head);
    const seen: SeenSegment = { report: first.report, head: this.head, isSame: null };
    if (first.report.problem === null) {
      this.head = first.head;
      this.seen.set(index, seen);
      return seen;
    }
    const again = await this.lookAgain(index, segments, seen);
    if (again.report.problem !== null) {
      this.refuseKey(segmentAt(segments.list, index), again.report);
    }
    return again;
  }

  /** Fetches a segment again, inspects it, and compares it with the first copy. */
  async lookAgain(
    index: number,
    segments: ArrivingSegments,
    before: SeenSegment,
  ): Promise<SeenSegment> {
    const first = await digestOf(await segments.arrived(index));
    await segments.again(index);
    const { report, head } = await this.inspect(index, segments, before.head);
    const isSame = first === (await digestOf(await segments.arrived(index)));
    if (report.problem === null && !this.seen.has(index + 1)) {
      this.head = head;
    }
    const seen: SeenSegment = { report, head: before.head, isSame };
    this.seen.set(index, seen);
    return seen;
  }

  /** The next segment with media; null if there is none. */
  async nextOf(index: number, segments: ArrivingSegments): Promise<NextSegment | null> {
    let startsAnew = false;
    for (let next = index + 1; next < segments.list.length && next <= index + 2; next += 1) {
      const { report } = await this.look(next, segments);
      const { expected } = segmentAt(segments.list, next);
      startsAnew ||= expected.startsAnew;
      if (!report.isInit) {
        // A damaged segment doesn't show how the timeline continues.
        return { index: next, report, startsAnew: startsAnew || report.problem !== null };
      }
      startsAnew ||= expected.holds === 'unknown';
    }
    return null;
  }

  /**
   * Fetches the next segment again, because it may be the one that is wrong.
   * @returns false if there is none, or if it has already been fetched again.
   */
  async askNextAgain(index: number, segments: ArrivingSegments): Promise<boolean> {
    const next = await this.nextOf(index, segments);
    const seen = next === null ? undefined : this.seen.get(next.index);
    if (next === null || seen === undefined || seen.isSame !== null) {
      return false;
    }
    await this.lookAgain(next.index, segments, seen);
    return true;
  }

  private async inspect(
    index: number,
    segments: ArrivingSegments,
    before: StreamHead,
  ): Promise<{ report: SegmentReport; head: StreamHead }> {
    const segment = segmentAt(segments.list, index);
    const stored = await segments.arrived(index);
    try {
      const { report, head } = await withBytes(stored, (bytes) =>
        inspectSegment(abortable(bytes, this.signal), before),
      );
      if (report.container !== null && segment.key !== null) {
        this.goodKeys.add(segment.key.url);
      }
      return { report: asExpected(report, segment), head };
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) {
        throw error;
      }
      const report = segmentReport({ problem: error.message, isContained: false });
      return { report, head: before };
    }
  }

  /**
   * If a key has never decrypted any media, the key is wrong, and the segments may be fine.
   * @throws DomainError SOURCE_FAILED for such a key.
   */
  private refuseKey({ key }: Segment, { container, problem }: SegmentReport): void {
    if (key !== null && container === null && !this.goodKeys.has(key.url)) {
      throw new DomainError('SOURCE_FAILED', { cause: `a wrong key: ${problem}` });
    }
  }
}

/** Reports a problem if an initialization section has media, or if another segment has none. */
function asExpected(report: SegmentReport, { expected: { holds } }: Segment): SegmentReport {
  if (report.problem !== null || holds === 'unknown' || report.isInit === (holds === 'init')) {
    return report;
  }
  return {
    ...report,
    problem: report.isInit ? 'no media in it' : 'media in place of an initialization section',
  };
}

/** @throws DomainError SOURCE_INCOMPLETE if the list ends before it. */
export function segmentAt(list: readonly Segment[], index: number): Segment {
  const segment = list[index];
  if (segment === undefined) {
    throw new DomainError('SOURCE_INCOMPLETE');
  }
  return segment;
}
