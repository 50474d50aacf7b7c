import type { MergeStage } from '@dipper/contract';
import type { MakeProgress, WorkShares } from '../../../make/maker.port.js';
import { WORK } from '../../task/work-shares.js';
import { ArrivalLog } from './arrival-log.js';
import { FinishingEstimate } from './finishing-estimate.js';
import { shownSeconds, timeLeft, type ShownTimeLeft } from './time-left.js';

/** Maximum progress of a task that has not ended. */
const MOST_BEFORE_END = 99.9;

interface SourceBytes {
  arrived: number;
  /** Null until the source reports its size, which it may never do. */
  total: number | null;
}

export interface ShownProgress {
  readonly stage: MergeStage;
  /** 0-100; 100 only when the file is published. */
  readonly progress: number;
  /** Bytes per second over the last few seconds; null except while fetching. */
  readonly speed: number | null;
  /** Seconds until the file is published; null if unknown. */
  readonly etaSeconds: number | null;
}

/**
 * One progress value for a whole task, weighted by bytes. The value never falls, although sizes are
 * estimates until the source reports them, and bytes can be lost again. It has no clock; callers
 * pass the time.
 */
export class ProgressMeter implements MakeProgress {
  private readonly sources: SourceBytes[];
  private readonly arrivals = new ArrivalLog();
  private highest = 0;
  private muxed = 0;
  /** Share of the finished file that has been stored; null before the upload starts. */
  private published: number | null = null;
  private stage: 'fetching' | 'merging' | 'checking' = 'fetching';
  private shownTimeLeft: ShownTimeLeft | null = null;
  private finishing = new FinishingEstimate();

  /**
   * @param estimates sizes of video and audio (or of the only stream) in bytes; null if unknown.
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

  /**
   * Called when everything is fetched again. The displayed progress stays put until the fetch has
   * caught up.
   */
  startOver(): void {
    this.sources.forEach((source) => (source.arrived = 0));
    this.arrivals.clear();
    this.shownTimeLeft = null;
    this.finishing = new FinishingEstimate();
    this.muxed = 0;
    this.published = null;
    this.stage = 'fetching';
  }

  /** @param share share of the output that has been written so far, 0-1. */
  writing(share: number): void {
    this.muxed = Math.max(this.muxed, Math.min(1, share));
  }

  /** Everything has been fetched. @param share as for `writing`. */
  merging(share: number): void {
    this.stage = 'merging';
    this.writing(share);
  }

  checking(): void {
    this.stage = 'checking';
  }

  /** @param share share of the file that has been stored, 0-1; never falls. */
  publishing(share: number): void {
    this.stage = 'checking';
    this.published = Math.max(this.published ?? 0, Math.min(1, share));
  }

  get arrived(): number {
    return this.sources.reduce((sum, { arrived }) => sum + arrived, 0);
  }

  /**
   * Seconds until everything is fetched at the recent speed, as of the last reading; null if
   * unknown. Unlike the displayed time, this is not smoothed, and covers the fetch only.
   */
  get fetchSeconds(): number | null {
    const total = this.total();
    const { speed } = this.arrivals;
    return this.stage !== 'fetching' || total === null || speed === null || speed === 0
      ? null
      : Math.ceil((total - this.arrived) / speed);
  }

  /** @param now milliseconds on any monotonic clock */
  read(now: number): ShownProgress {
    this.highest = Math.max(this.highest, Math.round(this.share() * 10) / 10);
    return { stage: this.currentStage(), progress: this.highest, ...this.pace(now) };
  }

  private share(): number {
    const { fetching, merging, checking } = this.shares;
    switch (this.stage) {
      case 'fetching':
        return this.fetched() * fetching + this.muxed * merging;
      case 'merging':
        return fetching + this.muxed * merging;
      case 'checking':
        // Verification reports no progress, so the bar waits in the middle of its share. Publishing
        // fills the rest, except the last step, which is reserved for the end of the task.
        return Math.min(
          MOST_BEFORE_END,
          fetching + merging + (checking * (1 + (this.published ?? 0))) / 2,
        );
    }
  }

  private fetched(): number {
    const total = this.total();
    // If the size is unknown, the bar creeps: each time the number of arrived bytes doubles, it
    // advances by a smaller step.
    return total === null
      ? 1 - 1 / (1 + this.arrived / (32 * 1024 * 1024))
      : Math.min(1, this.arrived / total);
  }

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

  private pace(now: number): Pick<ShownProgress, 'speed' | 'etaSeconds'> {
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

  /** Estimated seconds until the file is published; null if unknown. */
  private estimate(now: number): number | null {
    const bytes = this.total() ?? this.arrived;
    if (this.stage === 'fetching') {
      const speed = this.arrivals.steadySpeed;
      return this.total() === null || speed === null || speed === 0
        ? null
        : (bytes - this.arrived) / speed + this.finishing.whole(bytes);
    }
    if (this.published !== null) {
      return this.finishing.whilePublishing(this.published, now);
    }
    const left =
      this.stage === 'merging'
        ? this.finishing.whileMerging(bytes, this.muxed, now)
        : this.finishing.whileChecking(bytes, now);
    return this.shownTimeLeft === null && !this.finishing.isWorthTelling(bytes) ? null : left;
  }
}
