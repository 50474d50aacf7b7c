import type { FilePlan } from '../checked/file-plan.js';
import type { ReadBefore } from '../gate/source-check.js';
import type { FetchedSource, Follower, MakeContext } from '../maker.port.js';
import type { Probe } from '../probe-schema.js';
import { ArrivingFile } from './arriving-file.js';

/**
 * ffmpeg is ended if it is not done so long after the last byte: it is stuck, or so slow that other
 * ways are not slower.
 */
const LATE_MS = 20_000;
const SLOWEST_BYTES_PER_MS = 20_000;
/** The pipes take no more than a moment for so many bytes. */
const MOST_LEFT_BYTES = 64 * 1024 * 1024;

/** A file that was written while its sources arrived. */
export interface Arrived {
  readonly probes: readonly Probe[];
  /** What was found in each source. */
  readonly found: readonly ReadBefore[];
}

/** One attempt to write a file while its sources arrive. */
export class ArrivingWork {
  readonly follower: Follower;
  private readonly stopping = new AbortController();
  private readonly work: Promise<Arrived | null>;
  private readonly files: readonly ArrivingFile[];

  /** @param remove removes what `work` has written. */
  constructor(
    { sources }: Pick<FilePlan, 'sources'>,
    { signal }: Pick<MakeContext, 'signal'>,
    work: (files: readonly ArrivingFile[], signal: AbortSignal) => Promise<Arrived | null>,
    private readonly remove: () => Promise<void>,
  ) {
    this.files = sources.map(({ protocol }) => new ArrivingFile(protocol !== 'file'));
    this.follower = {
      sized: (index, bytes) => this.files[index]?.sized(bytes),
      arrived: (index, path, bytes) => {
        if (this.files[index]?.arrived(path, bytes) === false) {
          this.stopping.abort(new Error('bytes were discarded'));
        }
      },
    };
    this.work = work(this.files, AbortSignal.any([signal, this.stopping.signal])).catch(() => null);
  }

  /**
   * Must be called once the sources have been fetched.
   * @returns null if the file could not be written; nothing is left of it then.
   */
  async finish(sources: readonly FetchedSource[]): Promise<Arrived | null> {
    const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
    const left = this.files.reduce((sum, file) => sum + file.left, 0);
    const isWhole = sources.every((source, index) => this.files[index]?.complete(source) === true);
    if (!isWhole || isFarBehind(left, bytes)) {
      await this.stop();
      return null;
    }
    const late = setTimeout(() => void this.stop(), LATE_MS + bytes / SLOWEST_BYTES_PER_MS);
    const made = await this.work.finally(() => clearTimeout(late));
    if (made !== null && this.stopping.signal.aborted) {
      // ffmpeg was done before it turned out that the last bytes were from another file.
      await this.remove();
      return null;
    }
    return made;
  }

  /** Resolves when nothing is running any more, and nothing is left of the file. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('not needed any more'));
    if ((await this.work) !== null) {
      await this.remove();
    }
  }
}

/**
 * Whether a source was so much faster than the pipes that ffmpeg is sooner done with the files on disk.
 * It reads those about twice as fast.
 */
export function isFarBehind(left: number, bytes: number): boolean {
  return left > MOST_LEFT_BYTES && left > bytes / 2;
}
