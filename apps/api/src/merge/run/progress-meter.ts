import type { MergeStage } from '@dipper/contract';
import type { WorkShares } from '../../make/maker.port.js';
import { WORK } from '../task/work-shares.js';
import { Arrivals } from './arrivals.js';
import { Finishing } from './finishing.js';
import { shownSeconds, timeLeft, type Told } from './time-left.js';

/** How a source stands, bytes. */
interface SourceBytes {
  arrived: number;
  /** Null until the source has told, or where it never does. */
  total: number | null;
}

/** A moment's reading. */
export interface Reading {
  readonly stage: MergeStage;
  /** 0-100; 100 only when the file is published. */
  readonly progress: number;
  /** Bytes a second over the last seconds; null when nothing is being fetched. */
  readonly speed: number | null;
  /** Until the file is published; null where nothing can be said. */
  readonly etaSeconds: number | null;
}

/**
 * One number for a whole task, weighted by bytes, that never falls: sizes are estimates until the
 * source tells, and bytes can be lost again. Has no clock: the caller says what time it is.
 */
export class ProgressMeter {
  private readonly sources: SourceBytes[];
  private readonly arrivals = new Arrivals();
  private highest = 0;
  private muxed = 0;
  private stage: 'fetching' | 'merging' | 'checking' = 'fetching';
  private told: Told | null = null;
  private finishing = new Finishing();

  /** @param estimates sizes of picture and sound (or of the only stream), bytes; null when unknown. */
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

  /** Bytes that an earlier run had fetched: they count, but did not come at any speed. */
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

  /** All that has been fetched is fetched again; the bar waits where it is. */
  startOver(): void {
    this.sources.forEach((source) => (source.arrived = 0));
    this.arrivals.clear();
    this.told = null;
    this.finishing = new Finishing();
    this.muxed = 0;
    this.stage = 'fetching';
  }

  /** @param share of the output that is written, 0-1. */
  merging(share: number): void {
    this.stage = 'merging';
    this.muxed = Math.max(this.muxed, Math.min(1, share));
  }

  checking(): void {
    this.stage = 'checking';
  }

  /** Bytes on disk of all sources. */
  get arrived(): number {
    return this.sources.reduce((sum, { arrived }) => sum + arrived, 0);
  }

  /**
   * Until all of the sources is there at the speed of the last seconds, by the last reading; null
   * where that cannot be told. What is told to visitors is smoothed, and reaches to the end of it all.
   */
  get fetchSeconds(): number | null {
    const total = this.total();
    const { speed } = this.arrivals;
    return this.stage !== 'fetching' || total === null || speed === null || speed === 0
      ? null
      : Math.ceil((total - this.arrived) / speed);
  }

  /** @param now milliseconds, of any clock that does not go back. */
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
        // The bar waits in the middle of it.
        return fetching + merging + checking / 2;
    }
  }

  private fetched(): number {
    const total = this.total();
    // Of an unknown size the bar creeps: each doubling of what has arrived is a smaller step.
    return total === null
      ? 1 - 1 / (1 + this.arrived / (32 * 1024 * 1024))
      : Math.min(1, this.arrived / total);
  }

  /** Bytes of the whole, or null when that of any source is unknown. */
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
    this.told = timeLeft(this.told, estimate, now);
    return {
      speed: this.stage === 'fetching' ? this.arrivals.speed : null,
      etaSeconds: shownSeconds(this.told),
    };
  }

  /** Seconds until the file is published, as it looks right now; null where nothing can be said. */
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
    return this.told === null && !this.finishing.isWorthTelling(bytes) ? null : left;
  }
}
