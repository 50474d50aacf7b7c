import type { EntryStanding } from '@dipper/contract';
import type { Maker, WorkShares } from '../../../make/maker.port.js';
import type { AnyRecipe } from '../../../make/recipe.js';
import { ProgressMeter, type ShownProgress } from './progress-meter.js';
import { shownSeconds, timeLeft, type ShownTimeLeft } from './time-left.js';

export interface Measure {
  /** Sizes of its streams in bytes; null if unknown. */
  readonly estimates: readonly (number | null)[];
  /** True if the file is played without video. */
  readonly isAudio: boolean;
  readonly shares?: WorkShares | undefined;
}

export function measureOf<R extends AnyRecipe>(maker: Maker<R>, recipe: R): Measure {
  return {
    estimates: maker.sources(recipe).map(({ sizeBytes }) => sizeBytes),
    isAudio: maker.isAudio(recipe),
    shares: maker.shares,
  };
}

export interface RunPart {
  readonly done: number;
  readonly of: number;
}

const WHOLE: RunPart = { done: 0, of: 1 };

/**
 * Progress of a run that makes one file, or several files one after another. Several files have
 * equal shares, because their sizes are not known beforehand. The progress never falls. It has no
 * clock; callers pass the time.
 */
export class RunMeter {
  /** State of each bundle entry; null for everything else. */
  standings: readonly EntryStanding[] | null = null;
  isAudio: boolean;
  /** The meter of the current file. It changes with each file. */
  file: ProgressMeter;
  private part = WHOLE;
  private highest = 0;
  private earlierBytes = 0;
  private sinceMs: number | null = null;
  /** How many files were done when the current file began, and when that was. */
  private current = { done: 0, sinceMs: 0 };
  private told: ShownTimeLeft | null = null;

  constructor(measure: Measure) {
    this.file = new ProgressMeter(measure.estimates, measure.shares);
    this.isAudio = measure.isAudio;
  }

  measure({ estimates, isAudio, shares }: Measure): void {
    this.earlierBytes += this.file.arrived;
    this.file = new ProgressMeter(estimates, shares);
    this.isAudio = isAudio;
  }

  begin(part: RunPart): void {
    this.part = part;
    this.measure({ estimates: [], isAudio: false });
  }

  get isPart(): boolean {
    return this.part.of > 1;
  }

  get arrived(): number {
    return this.earlierBytes + this.file.arrived;
  }

  /** @param now milliseconds on any monotonic clock. */
  read(now: number): ShownProgress {
    const reading = this.file.read(now);
    const { done, of } = this.part;
    const progress = Math.round(((done * 100 + reading.progress) / of) * 10) / 10;
    this.highest = Math.max(this.highest, progress);
    const etaSeconds = this.isPart ? this.secondsLeft(now, reading) : reading.etaSeconds;
    return { ...reading, progress: this.highest, etaSeconds };
  }

  /**
   * Seconds left for all files: the current file's remaining time, plus the average of the earlier
   * files for each file that follows. Never less than the time for the following files, so that
   * finishing one file does not look like finishing all of them. Null until the first file is done,
   * and while the last file, without an estimate, takes longer than the others.
   */
  private secondsLeft(now: number, { etaSeconds: own }: ShownProgress): number | null {
    this.sinceMs ??= now;
    const { done, of } = this.part;
    if (this.current.done !== done) {
      this.current = { done, sinceMs: now };
    }
    if (done === 0) {
      return null;
    }
    const average = (this.current.sinceMs - this.sinceMs) / 1000 / done;
    const rest = average - (now - this.current.sinceMs) / 1000;
    const following = average * (of - done - 1);
    const isKnown = own !== null || rest > 0 || following > 0;
    const estimate = isKnown ? (own ?? Math.max(0, rest)) + following : null;
    this.told = timeLeft(this.told, estimate, now);
    const shown = shownSeconds(this.told);
    return shown === null ? null : Math.max(shown, Math.ceil(following));
  }
}
