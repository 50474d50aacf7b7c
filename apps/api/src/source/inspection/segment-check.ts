import { DomainError } from '../../infra/errors/domain-error.js';
import { SourceDamaged, type Span } from '../client/source-damaged.js';
import type { Segment } from '../client/source-stream.js';
import { PlayingTime } from './playing-time.js';
import { type KnownCoding, learnCodings } from './segment-coding.js';
import {
  type ArrivingSegments,
  type NextSegment,
  segmentAt,
  type SeenSegment,
  SegmentInspections,
} from './segment-inspections.js';
import type { SegmentReport } from './segment-report.js';
import {
  endOf,
  type Finding,
  findingsOn,
  unwrapNear,
  type PlacedSegment,
  startOf,
} from './segment-timeline.js';

/** Decides which segments of a stream are accepted, in order. */
export interface SegmentGate {
  /**
   * @returns false if the segment must be left out, which happens only if damage is accepted.
   * @throws SourceDamaged; DomainError SOURCE_INCOMPLETE or SOURCE_FAILED; the signal's reason;
   *   whatever `segments` throws.
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

/** Judges each segment by those before and after it, and fetches suspicious segments again. */
export class SegmentCheck implements SegmentGate {
  private readonly inspections: SegmentInspections;
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

  constructor(
    private readonly options: { readonly acceptsDamage: boolean; readonly signal: AbortSignal },
  ) {
    this.inspections = new SegmentInspections(options.signal);
  }

  get damage(): readonly Span[] {
    return this.spans;
  }

  get durationSeconds(): number | null {
    return this.time.seconds;
  }

  reset(): void {
    this.inspections.reset();
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
    let current = await this.inspections.look(index, segments);
    const { expected } = segmentAt(segments.list, index);
    if (current.report.isInit && current.report.problem === null) {
      // Another initialization section inside a list of segments starts another period.
      this.startsAnew ||= index > 0 && expected.holds === 'unknown';
      this.inspections.forget(index);
      return true;
    }
    let findings = await this.judge(index, segments, current);
    if (findings.length > 0 && current.isSame === null) {
      current = await this.inspections.lookAgain(index, segments, current);
      findings = await this.judge(index, segments, current);
    }
    if (findings.some(isRefusal) && (await this.inspections.askNextAgain(index, segments))) {
      findings = await this.judge(index, segments, current);
    }
    const isKept = this.settle(index, { segments, current, findings });
    this.inspections.forget(index);
    return isKept;
  }

  private settle(
    index: number,
    {
      segments,
      current,
      findings,
    }: { segments: ArrivingSegments; current: SeenSegment; findings: readonly Finding[] },
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
    { report }: SeenSegment,
  ): Promise<Finding[]> {
    if (report.problem !== null) {
      return [];
    }
    const next = await this.inspections.nextOf(index, segments);
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
              ...place(
                segmentAt(segments.list, next.index),
                this.nominalAt + (current.nominal ?? 0),
              ),
              report: unwrapNear(next.report, endOf(current) ?? startOf(current)),
              startsAnew: next.startsAnew,
            },
    });
  }

  private isRepeated(
    index: number,
    { digest: own }: SegmentReport,
    next: NextSegment | null,
  ): boolean {
    const known = own === null ? undefined : this.digests.get(own);
    return (
      own !== null && ((known !== undefined && known !== index) || next?.report.digest === own)
    );
  }

  private placed(index: number, { list }: ArrivingSegments, report: SegmentReport): PlacedSegment {
    const placed = place(segmentAt(list, index), this.nominalAt);
    const startsAnew = placed.startsAnew || this.startsAnew;
    const reference = startsAnew || this.previous === null ? null : endOf(this.previous);
    return { ...placed, startsAnew, report: unwrapNear(report, reference) };
  }
}

function isRefusal({ verdict }: Finding): boolean {
  return verdict !== 'as recorded';
}

function place({ expected }: Segment, nominalAt: number): Omit<PlacedSegment, 'report'> {
  const { seconds: nominal, slackSeconds: slack, startsAnew } = expected;
  return { nominal, slack, nominalAt, startsAnew };
}
