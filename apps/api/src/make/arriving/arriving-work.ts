import type { FilePlan } from '../file-plan.js';
import type { ReadBefore } from '../gate/source-check.js';
import type { FetchedSource, Follower, MakeContext } from '../maker.port.js';
import type { Probe } from '../probe-schema.js';
import { ArrivingFile } from './arriving-file.js';
import { isFarBehind } from './pipe-speed.js';

/**
 * How long ffmpeg may run after the last byte has arrived. After that, it is stuck, or so slow that
 * writing the file from disk is just as fast.
 */
const LATE_MS = 20_000;
const SLOWEST_BYTES_PER_MS = 20_000;
/** A file that was written while its sources arrived. */
export interface Arrived {
  readonly probes: readonly Probe[];
  /** The findings about each source. */
  readonly found: readonly ReadBefore[];
}

/** When work on the sources ends. */
export interface Ends {
  /** Aborted when `whileArriving` is no longer needed. */
  readonly whileArriving: AbortSignal;
  /** Aborted if the whole attempt fails, for example because bytes were discarded. */
  readonly attempt: AbortSignal;
}

/** What an attempt does. All of it fails by returning null, and then leaves no file behind. */
interface Steps {
  /** Writes the file from sources that are still arriving. */
  readonly whileArriving: (files: readonly ArrivingFile[], ends: Ends) => Promise<Arrived | null>;
  /**
   * Writes the file from the complete sources on disk, also in a single run. Called only after
   * `whileArriving` has ended.
   */
  readonly fromDisk: (
    sources: readonly FetchedSource[],
    signal: AbortSignal,
  ) => Promise<Arrived | null>;
  /** Removes the file. */
  readonly remove: () => Promise<void>;
}

/** One attempt to write a file while its sources arrive. */
export class ArrivingWork {
  readonly follower: Follower;
  private readonly stopping = new AbortController();
  private readonly failed = new AbortController();
  private readonly work: Promise<Arrived | null>;
  private readonly files: readonly ArrivingFile[];

  constructor(
    private readonly plan: Pick<FilePlan, 'sources' | 'isSlow'>,
    private readonly context: Pick<MakeContext, 'signal'>,
    private readonly steps: Steps,
  ) {
    const { signal } = context;
    this.files = plan.sources.map(({ protocol }) => new ArrivingFile(protocol !== 'file'));
    this.follower = {
      sized: (index, bytes) => this.files[index]?.sized(bytes),
      received: (index, count) => this.files[index]?.add(count),
      arrived: (index, path, bytes) => {
        if (this.files[index]?.arrived(path, bytes) === false) {
          this.failed.abort(new Error('bytes were discarded'));
        }
      },
    };
    const attempt = AbortSignal.any([signal, this.failed.signal]);
    const whileArriving = AbortSignal.any([attempt, this.stopping.signal]);
    this.work = steps.whileArriving(this.files, { whileArriving, attempt }).catch(() => null);
  }

  /**
   * Call this once the sources have been fetched.
   * @returns null if the file could not be written; it has then been removed
   */
  async finish(sources: readonly FetchedSource[]): Promise<Arrived | null> {
    const made = await this.written(sources);
    if (made === null) {
      this.failed.abort(new Error('the file could not be written'));
    }
    return made;
  }

  /** Stops the attempt. Resolves when everything has stopped and the file has been removed. */
  async stop(): Promise<void> {
    this.failed.abort(new Error('no longer needed'));
    await this.undo();
  }

  private async written(sources: readonly FetchedSource[]): Promise<Arrived | null> {
    const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
    const left = this.files.reduce((sum, file) => sum + file.left, 0);
    const complete = sources.map((source, index) => this.files[index]?.complete(source) === true);
    // What is known of discarded bytes must not be used for the bytes that came in their place.
    const isWhole = complete.every(Boolean) && !this.failed.signal.aborted;
    const { isSlow = false } = this.plan;
    const lateMs = LATE_MS + bytes / SLOWEST_BYTES_PER_MS;
    if (!isWhole) {
      await this.stop();
      return null;
    }
    if (!isSlow && isFarBehind(left, bytes)) {
      this.stopping.abort(new Error('it is far behind'));
      await this.undo();
      return this.writeFromDisk(sources, lateMs);
    }
    const stop = (): void => this.stopping.abort(new Error('it takes too long'));
    const late = isSlow ? undefined : setTimeout(stop, lateMs);
    const made = await this.work.finally(() => clearTimeout(late));
    if (made !== null && this.stopping.signal.aborted) {
      // It ended just when its time was up.
      await this.steps.remove();
      return null;
    }
    return made;
  }

  private async writeFromDisk(
    sources: readonly FetchedSource[],
    mostMs: number,
  ): Promise<Arrived | null> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('it takes too long')), mostMs);
    const signal = AbortSignal.any([this.context.signal, late.signal]);
    return this.steps
      .fromDisk(sources, signal)
      .catch(() => null)
      .finally(() => clearTimeout(timer));
  }

  /** Resolves when `whileArriving` has stopped and its file has been removed. */
  private async undo(): Promise<void> {
    if ((await this.work) !== null) {
      await this.steps.remove();
    }
  }
}
