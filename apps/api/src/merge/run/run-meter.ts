import type { EntryStanding } from '@dipper/contract';
import type { Maker, MakeProgress, WorkShares } from '../../make/maker.port.js';
import type { Recipe } from '../../make/recipe.js';
import { ProgressMeter, type Reading } from './progress-meter.js';
import { shownSeconds, timeLeft, type Told } from './time-left.js';

/** What the progress of one file is measured by. */
export interface Measure {
  /** Sizes of its streams, bytes; null when unknown. */
  readonly estimates: readonly (number | null)[];
  /** Plays without a picture. */
  readonly isAudio: boolean;
  readonly shares?: WorkShares | undefined;
}

/** What the progress of a recipe is measured by. */
export function measureOf<R extends Recipe>(maker: Maker<R>, recipe: R): Measure {
  return {
    estimates: maker.sources(recipe).map(({ sizeBytes }) => sizeBytes),
    isAudio: maker.isAudio(recipe),
    shares: maker.shares,
  };
}

/** Of files that are made one after the other: how many there are before this one, and in all. */
export interface Part {
  readonly done: number;
  readonly of: number;
}

const WHOLE: Part = { done: 0, of: 1 };

/**
 * Where a run stands that makes one file, or several one after the other: each of these is the same
 * share of the whole, as nobody knows their sizes before. Never falls. Has no clock.
 */
export class RunMeter implements MakeProgress {
  /** How the entries of a bundle stand; null for all else. */
  standings: readonly EntryStanding[] | null = null;
  isAudio: boolean;
  private file: ProgressMeter;
  private part = WHOLE;
  private highest = 0;
  private earlierBytes = 0;
  private sinceMs: number | null = null;
  private told: Told | null = null;

  constructor(measure: Measure) {
    this.file = new ProgressMeter(measure.estimates, measure.shares);
    this.isAudio = measure.isAudio;
  }

  /** What is made from now on is known. */
  measure({ estimates, isAudio, shares }: Measure): void {
    this.earlierBytes += this.file.arrived;
    this.file = new ProgressMeter(estimates, shares);
    this.isAudio = isAudio;
  }

  /** Another file of several begins. */
  begin(part: Part): void {
    this.part = part;
    this.measure({ estimates: [], isAudio: false });
  }

  addBytes(source: number, count: number): void {
    this.file.addBytes(source, count);
  }

  keepBytes(source: number, count: number): void {
    this.file.keepBytes(source, count);
  }

  setTotal(source: number, total: number): void {
    this.file.setTotal(source, total);
  }

  startOver(): void {
    this.file.startOver();
  }

  merging(share: number): void {
    this.file.merging(share);
  }

  checking(): void {
    this.file.checking();
  }

  /** Makes one file of several. */
  get isPart(): boolean {
    return this.part.of > 1;
  }

  /** Bytes on disk of all sources. */
  get arrived(): number {
    return this.earlierBytes + this.file.arrived;
  }

  /** Of the file that is made now. */
  get fetchSeconds(): number | null {
    return this.file.fetchSeconds;
  }

  /** @param now milliseconds, of any clock that does not go back. */
  read(now: number): Reading {
    const reading = this.file.read(now);
    const { done, of } = this.part;
    const progress = Math.round(((done * 100 + reading.progress) / of) * 10) / 10;
    this.highest = Math.max(this.highest, progress);
    const etaSeconds = this.isPart ? this.secondsLeft(now) : reading.etaSeconds;
    return { ...reading, progress: this.highest, etaSeconds };
  }

  /** By the pace of the files so far; null before the first is done. */
  private secondsLeft(now: number): number | null {
    this.sinceMs ??= now;
    const estimate =
      this.part.done === 0
        ? null
        : ((now - this.sinceMs) / 1000) * ((100 - this.highest) / Math.max(1, this.highest));
    this.told = timeLeft(this.told, estimate, now);
    return shownSeconds(this.told);
  }
}
