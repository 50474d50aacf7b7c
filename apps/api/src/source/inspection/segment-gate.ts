import { DomainError } from '../../infra/errors/domain-error.js';
import { SourceDamaged, type Span } from '../client/source-damaged.js';
import type { Segment } from '../client/source-stream.js';
import { inspectSegment, NO_HEAD, type StreamHead } from './inspect-segment.js';
import { PlayingTime } from './playing-time.js';
import { DecryptionFailed } from './segment-bytes.js';
import { type KnownCoding, learnCodings } from './segment-coding.js';
import { segmentReport, type SegmentReport } from './segment-report.js';
import {
  endOf,
  type Finding,
  findingsOn,
  unwrapNear,
  type PlacedSegment,
  startOf,
} from './segment-timeline.js';
import { digestOf, type StoredSegment, withBytes } from './stored-segment.js';

/** The segments of a stream while they are downloaded. */
export interface ArrivingSegments {
  readonly list: readonly Segment[];
  /** Waits until a segment is on disk. */
  arrived(index: number): Promise<StoredSegment>;
  /** Fetches a segment again from scratch, discarding the first copy. */
  again(index: number): Promise<void>;
}

/** Decides which segments of a stream are accepted, in order. */
export interface SegmentGate {
  /**
   * @returns false if the segment must be left out, which happens only if damage is accepted.
   * @throws SourceDamaged; DomainError SOURCE_INCOMPLETE or SOURCE_FAILED; whatever `segments`
   *   throws.
   */
  approve(index: number, segments: ArrivingSegments): Promise<boolean>;
  /** Starts over. Segments will arrive again, beginning with the first. */
  reset(): void;
  /** Damaged spans that were accepted, in order. */
  readonly damage: readonly Span[];
  /**
   * Total duration in seconds according to the segments' timestamps; null if they don't give it.
   */
  readonly durationSeconds: number | null;
}

interface Seen {
  readonly report: SegmentReport;
  /** What the segments before this one revealed about the streams. */
  readonly head: StreamHead;
  /** Whether a second copy had the same bytes; null if it was fetched only once. */
  readonly isSame: boolean | null;
}

/** Inspects each segment before it is appended, and fetches suspicious segments again. */
export class SegmentCheck implements SegmentGate {
  private readonly seen = new Map<number, Seen>();
  private head: StreamHead = NO_HEAD;
  private previous: PlacedSegment | null = null;
  private startsAnew = false;
  private nominalAt = 0;
  /** How far the timestamps were ahead of the playlist before each jump, in seconds. */
  private offsets: number[] = [];
  /** How the streams have been coded since the timeline last restarted. */
  private codings: KnownCoding[] = [];
  private spans: Span[] = [];
  private time = new PlayingTime();
  /** Indexes of segments without timestamps, by their digests. */
  private readonly digests = new Map<string, number>();
  /** Keys that have decrypted at least one segment. */
  private readonly goodKeys = new Set<string>();

  constructor(private readonly options: { readonly acceptsDamage: boolean }) {}

  get damage(): readonly Span[] {
    return this.spans;
  }

  get durationSeconds(): number | null {
    return this.time.seconds;
  }

  reset(): void {
    this.seen.clear();
    this.head = NO_HEAD;
    this.previous = null;
    this.startsAnew = false;
    this.nominalAt = 0;
    this.offsets = [];
    this.codings = [];
    this.spans = [];
    this.time = new PlayingTime();
    this.digests.clear();
  }

  async approve(index: number, segments: ArrivingSegments): Promise<boolean> {
    let current = await this.look(index, segments);
    const { expected } = at(segments.list, index);
    if (current.report.isInit && current.report.problem === null) {
      // Another initialization section inside a list of segments starts another period.
      this.startsAnew ||= index > 0 && expected.holds === 'unknown';
      this.seen.delete(index);
      return true;
    }
    let findings = await this.judge(index, segments, current);
    if (findings.length > 0 && current.isSame === null) {
      current = await this.lookAgain(index, segments, current);
      findings = await this.judge(index, segments, current);
    }
    if (findings.some(isRefusal) && (await this.askNextAgain(index, segments))) {
      findings = await this.judge(index, segments, current);
    }
    const isKept = this.settle(index, { segments, current, findings });
    this.seen.delete(index);
    return isKept;
  }

  private settle(
    index: number,
    {
      segments,
      current,
      findings,
    }: { segments: ArrivingSegments; current: Seen; findings: readonly Finding[] },
  ): boolean {
    const { report } = current;
    const refused = findings.find(isRefusal);
    const problem = report.problem ?? refused?.reason ?? null;
    const placed = this.placed(index, segments, report);
    if (problem !== null) {
      this.refuse(placed, { problem, isSame: current.isSame === true });
    }
    const isKept =
      refused?.verdict !== 'foreign' && report.container !== null && report.isContained;
    if (isKept) {
      this.advance(index, placed, findings);
    }
    this.nominalAt += placed.nominal ?? 0;
    return isKept;
  }

  /**
   * Records a damaged span if damage is accepted.
   * @throws SourceDamaged or DomainError if it is not.
   */
  private refuse(
    { nominalAt, nominal }: PlacedSegment,
    { problem, isSame }: { problem: string; isSame: boolean },
  ): void {
    const span = { from: nominalAt, to: nominalAt + (nominal ?? 0) };
    if (!this.options.acceptsDamage) {
      throw isSame
        ? new SourceDamaged([span], problem)
        : new DomainError('SOURCE_INCOMPLETE', { cause: problem });
    }
    const last = this.spans.at(-1);
    this.spans =
      last !== undefined && last.to >= span.from
        ? [...this.spans.slice(0, -1), { from: last.from, to: span.to }]
        : [...this.spans, span];
  }

  /** Accepts a segment into the file, and moves on to the next segment. */
  private advance(index: number, placed: PlacedSegment, findings: readonly Finding[]): void {
    if (placed.startsAnew) {
      this.offsets = [];
    } else if (findings.length > 0 && this.previous !== null) {
      const start = startOf(this.previous);
      this.offsets = start === null ? [] : [...this.offsets, start - this.previous.nominalAt];
    }
    const codings = placed.startsAnew ? [] : this.codings;
    this.codings = learnCodings(codings, placed.report.codings);
    this.time.add(placed);
    if (placed.report.digest !== null) {
      this.digests.set(placed.report.digest, index);
    }
    if (placed.report.problem === null) {
      this.previous = placed;
    }
    this.startsAnew = false;
  }

  private async judge(
    index: number,
    segments: ArrivingSegments,
    { report }: Seen,
  ): Promise<Finding[]> {
    if (report.problem !== null) {
      return [];
    }
    const next = await this.nextOf(index, segments);
    const current = this.placed(index, segments, report);
    return findingsOn({
      previous: this.previous,
      current,
      offsets: this.offsets,
      codings: this.codings,
      isRepeated: this.isRepeated(index, report, next),
      next:
        next === null
          ? null
          : {
              ...place(at(segments.list, next.index), this.nominalAt + (current.nominal ?? 0)),
              report: unwrapNear(next.report, endOf(current) ?? startOf(current)),
              startsAnew: next.startsAnew,
            },
    });
  }

  /**
   * Fetches the next segment again, because it may be the one that is wrong.
   * @returns false if there is none, or if it has already been fetched again.
   */
  private async askNextAgain(index: number, segments: ArrivingSegments): Promise<boolean> {
    const next = await this.nextOf(index, segments);
    const seen = next === null ? undefined : this.seen.get(next.index);
    if (next === null || seen === undefined || seen.isSame !== null) {
      return false;
    }
    await this.lookAgain(next.index, segments, seen);
    return true;
  }

  private isRepeated(
    index: number,
    { digest: own }: SegmentReport,
    next: NextSeen | null,
  ): boolean {
    const known = own === null ? undefined : this.digests.get(own);
    return (
      own !== null && ((known !== undefined && known !== index) || next?.report.digest === own)
    );
  }

  private placed(index: number, { list }: ArrivingSegments, report: SegmentReport): PlacedSegment {
    const placed = place(at(list, index), this.nominalAt);
    const startsAnew = placed.startsAnew || this.startsAnew;
    const reference = startsAnew || this.previous === null ? null : endOf(this.previous);
    return { ...placed, startsAnew, report: unwrapNear(report, reference) };
  }

  /** The next segment with media; null if there is none. */
  private async nextOf(index: number, segments: ArrivingSegments): Promise<NextSeen | null> {
    let startsAnew = false;
    for (let next = index + 1; next < segments.list.length && next <= index + 2; next += 1) {
      const { report } = await this.look(next, segments);
      const { expected } = at(segments.list, next);
      startsAnew ||= expected.startsAnew;
      if (!report.isInit) {
        // A damaged segment doesn't show how the timeline continues.
        return { index: next, report, startsAnew: startsAnew || report.problem !== null };
      }
      startsAnew ||= expected.holds === 'unknown';
    }
    return null;
  }

  /** Inspects a segment. A malformed segment is fetched again. */
  private async look(index: number, segments: ArrivingSegments): Promise<Seen> {
    const known = this.seen.get(index);
    if (known !== undefined) {
      return known;
    }
    const first = await this.inspect(index, segments, this.head);
    const seen: Seen = { report: first.report, head: this.head, isSame: null };
    if (first.report.problem === null) {
      this.head = first.head;
      this.seen.set(index, seen);
      return seen;
    }
    const again = await this.lookAgain(index, segments, seen);
    if (again.report.problem !== null) {
      this.refuseKey(at(segments.list, index), again.report);
    }
    return again;
  }

  private async lookAgain(index: number, segments: ArrivingSegments, before: Seen): Promise<Seen> {
    const first = await digestOf(await segments.arrived(index));
    await segments.again(index);
    const { report, head } = await this.inspect(index, segments, before.head);
    const isSame = first === (await digestOf(await segments.arrived(index)));
    if (report.problem === null && !this.seen.has(index + 1)) {
      this.head = head;
    }
    const seen: Seen = { report, head: before.head, isSame };
    this.seen.set(index, seen);
    return seen;
  }

  private async inspect(
    index: number,
    segments: ArrivingSegments,
    before: StreamHead,
  ): Promise<{ report: SegmentReport; head: StreamHead }> {
    const segment = at(segments.list, index);
    const stored = await segments.arrived(index);
    try {
      const { report, head } = await withBytes(stored, (bytes) => inspectSegment(bytes, before));
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

interface NextSeen {
  readonly index: number;
  readonly report: SegmentReport;
  readonly startsAnew: boolean;
}

function isRefusal({ verdict }: Finding): boolean {
  return verdict !== 'as recorded';
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

function place({ expected }: Segment, nominalAt: number): Omit<PlacedSegment, 'report'> {
  const { seconds: nominal, slackSeconds: slack, startsAnew } = expected;
  return { nominal, slack, nominalAt, startsAnew };
}

function at(list: readonly Segment[], index: number): Segment {
  const segment = list[index];
  if (segment === undefined) {
    throw new DomainError('SOURCE_INCOMPLETE');
  }
  return segment;
}
