import type { MergeStage } from '@dipper/contract';
import type { WorkShares } from '../../../make/maker.port.js';
import { WORK } from '../../task/work-shares.js';
import { ArrivalLog } from './arrival-log.js';
import { FinishingEstimate } from './finishing-estimate.js';
import { shownSeconds, timeLeft, type ShownTimeLeft } from './time-left.js';

/** Progress of one source, bytes. */
interface SourceBytes {
  arrived: number;
  /** Null while the source does not report it, which may be always. */
  total: number | null;
}

/** Progress at a moment. */
export interface Reading {
  readonly stage: MergeStage;
  /** 0-100; 100 only when the file is published. */
  readonly progress: number;
  /** Bytes per second over the last seconds; null except while fetching. */
  readonly speed: number | null;
  /** Seconds until the file is published; null when unknown. */
  readonly etaSeconds: number | null;
}

/**
 * One progress value for a whole task, weighted by bytes. It never falls, although sizes are
 * estimates until the source reports them, and bytes can be lost again. Has no clock; callers pass
 * the time.
 */
export class ProgressMeter {
  private readonly sources: SourceBytes[];
  private readonly arrivals = new ArrivalLog();
  private highest = 0;
  private muxed = 0;
  private stage: 'fetching' | 'merging' | 'checking' = 'fetching';
  private shownTimeLeft: ShownTimeLeft | null = null;
  private finishing = new FinishingEstimate();

  /**
   * @param estimates sizes of video and audio (or of the only stream), bytes; null when unknown.
   */
  constructor(
    estimates: readonly (number | null)[],
    private readonly shares: WorkShares = WORK,
  ) {
    this.sources = estimates.map((total) => ({ arrived: 0, total }));
  }

  addBytes(source: number, count: number): void {
    const bytes = this.sources[source];
    if (bytes !== undefined) {
      bytes.arrived += count;
    }
  }

  /** Counts bytes fetched by an earlier run, without affecting the speed. */
  keepBytes(source: number, count: number): void {
    this.addBytes(source, count);
    this.arrivals.shift(count);
  }

  setTotal(source: number, total: number): void {
    const bytes = this.sources[source];
    if (bytes !== undefined) {
      bytes.total = total;
    }
  }

  /** Called when everything is fetched again. The bar does not move until it catches up. */
  startOver(): void {
    this.sources.forEach((source) => (source.arrived = 0));
    this.arrivals.clear();
    this.shownTimeLeft = null;
    this.finishing = new FinishingEstimate();
    this.muxed = 0;
    this.stage = 'fetching';
  }

  /** @param share share of the output written so far, 0-1. */
  merging(share: number): void {
    this.stage = 'merging';
    this.muxed = Math.max(this.muxed, Math.min(1, share));
  }

  checking(): void {
    this.stage = 'checking';
  }

  /** Bytes fetched from all sources. */
  get arrived(): number {
    return this.sources.reduce((sum, { arrived }) => sum + arrived, 0);
  }

  /**
   * Time until everything is fetched at the recent speed, as of the last reading; null when
   * unknown. Unlike the time shown to visitors, it is not smoothed, and it ends with the fetch.
   */
  get fetchSeconds(): number | null {
    const total = this.total();
    const { speed } = this.arrivals;
    return this.stage !== 'fetching' || total === null || speed === null || speed === 0
      ? null
      : Math.ceil((total - this.arrived) / speed);
  }

  /** @param now milliseconds on any monotonic clock. */
  read(now: number): Reading {
    this.highest = Math.max(this.highest, Math.round(this.share() * 10) / 10);
    return { stage: this.currentStage(), progress: this.highest, ...this.pace(now) };
  }

  private share(): number {
    const { fetching, merging, checking } = this.shares;
    switch (this.stage) {
      case 'fetching':
        return this.fetched() * fetching;
      case 'merging':
        return fetching + this.muxed * merging;
      case 'checking':
        // Verification has no progress of its own, so the bar waits in its middle.
        return fetching + merging + checking / 2;
    }
  }

  private fetched(): number {
    const total = this.total();
    // With an unknown size, the bar creeps: each time the arrived bytes double, it takes a smaller
    // step.
    return total === null
      ? 1 - 1 / (1 + this.arrived / (32 * 1024 * 1024))
      : Math.min(1, this.arrived / total);
  }

  /** Total bytes; null if any source's size is unknown. */
  private total(): number | null {
    const totals = this.sources.map(({ total, arrived }) =>
      total === null ? null : Math.max(total, arrived),
    );
    return totals.every((total) => total !== null)
      ? Math.max(
          1,
          totals.reduce((sum, total) => sum + total, 0),
        )
      : null;
  }

  private currentStage(): MergeStage {
    if (this.stage !== 'fetching') {
      return this.stage;
    }
    const [first] = this.sources;
    const firstDone = first !== undefined && first.total !== null && first.arrived >= first.total;
    return this.sources.length > 1 && firstDone ? 'audio' : 'video';
  }

  private pace(now: number): Pick<Reading, 'speed' | 'etaSeconds'> {
    if (this.stage === 'fetching') {
      this.arrivals.note(now, this.arrived);
    }
    const estimate = this.estimate(now);
    this.shownTimeLeft = timeLeft(this.shownTimeLeft, estimate, now);
    return {
      speed: this.stage === 'fetching' ? this.arrivals.speed : null,
      etaSeconds: shownSeconds(this.shownTimeLeft),
    };
  }

  /** Current estimate of the seconds until the file is published; null when unknown. */
  private estimate(now: number): number | null {
    const bytes = this.total() ?? this.arrived;
    if (this.stage === 'fetching') {
      const speed = this.arrivals.steadySpeed;
      return this.total() === null || speed === null || speed === 0
        ? null
        : (bytes - this.arrived) / speed + this.finishing.whole(bytes);
    }
    const left =
      this.stage === 'merging'
        ? this.finishing.whileMerging(bytes, this.muxed, now)
        : this.finishing.whileChecking(bytes, now);
    return this.shownTimeLeft === null && !this.finishing.isWorthTelling(bytes) ? null : left;
  }
}
