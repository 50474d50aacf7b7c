import { type FileHandle, open } from 'node:fs/promises';
import { FIRST_BYTES, isIncomplete, type Part, partOf } from './file-parts.js';
import {
  isConsistent,
  type KeptFile,
  keptFileSchema,
  missingOf,
  openKept,
  streamId,
} from './kept-file.js';
import type { FetchContext } from '../lanes/over-lanes.js';
import { ResumeNote } from './resume-note.js';
import { Seams } from './seams.js';
import type { FileVersion } from '../client/source-answer.js';
import { writeGathered } from './write-gathered.js';

type Listeners = Pick<FetchContext, 'onBytes' | 'onKept' | 'onTotal' | 'onPrefix'>;

/** A file that is being fetched: the bytes on disk, and what is known about the rest. */
export class PartialFile {
  parts: Part[] = [];
  /** Null until the source has responded. */
  version: FileVersion | null = null;
  /** False once the source has responded to a range request with the wrong bytes. */
  servesRanges = true;
  /**
   * True if an earlier run began the file. The file may have changed since then, which doesn't mean
   * that the source's ranges are unreliable.
   */
  isAdopted = false;
  private file: FileHandle | null = null;
  private readonly seams = new Seams();
  private readonly notes: ResumeNote<KeptFile>;
  /** Identifies the stream by the first URL that was requested. */
  private stream = '';
  private count = 0;
  /** Position after the last byte on disk. */
  private reach = 0;

  constructor(
    private readonly path: string,
    private readonly listeners: Listeners,
  ) {
    this.notes = new ResumeNote(path, keptFileSchema);
  }

  get arrived(): number {
    return this.count;
  }

  /** True while some parts have not been compared with the parts before them. */
  get hasOpenSeams(): boolean {
    return this.seams.open.length > 0;
  }

  /** Opens the file, with the bytes of an earlier run if there are any. Later calls do nothing. */
  async open(url: string): Promise<void> {
    if (this.file !== null) {
      return;
    }
    this.stream = streamId(url);
    const kept = await this.notes.read();
    if (kept?.stream === this.stream && isConsistent(kept) && (await this.adopt(kept))) {
      return;
    }
    await this.notes.remove();
    this.seams.restore([]);
    this.parts = [partOf(0, FIRST_BYTES)];
    this.file = await open(this.path, 'w+');
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }

  /**
   * Writes a part's bytes and counts them.
   * @param onProgress called after each write.
   * @throws whatever the chunks or the disk throw.
   */
  async write(chunks: AsyncIterable<Buffer>, part: Part, onProgress: () => void): Promise<void> {
    await writeGathered(chunks, this.handle, {
      position: part.next,
      onWritten: (bytes) => {
        onProgress();
        part.next += bytes;
        this.reach = Math.max(this.reach, part.next);
        this.add(bytes);
        this.listeners.onPrefix(this.prefix);
      },
    });
  }

  /**
   * Remembers the bytes before a part, and compares them as soon as the part before it is on disk.
   * @param lead the bytes before `at`, from the same response as the bytes after it.
   * @throws RangesUnreliable.
   */
  async addSeam(at: number, lead: Buffer): Promise<void> {
    this.seams.add(at, lead);
    await this.checkSeams();
  }

  /**
   * Compares adjacent parts that are both on disk.
   * @throws RangesUnreliable if two of them are from different files.
   */
  async checkSeams(): Promise<void> {
    await this.seams.check(this.handle, this.isThere);
  }

  /** Keeps only one part, which will be the whole file. */
  dropOthers(part: Part): void {
    this.isAdopted = false;
    this.parts.forEach((other) => (other.isDropped = other !== part));
    this.parts = [part];
  }

  /** Discards all bytes. Call it only when a single part is left and nothing else is writing. */
  async empty(): Promise<void> {
    // Remove the note first, so that a crash can't leave a note about bytes that are gone.
    await this.notes.remove();
    await this.handle.truncate(0);
    this.seams.restore([]);
    this.reach = 0;
    this.add(-this.count);
    this.parts.forEach((part) => Object.assign(part, partOf(0, Infinity)));
    this.version = null;
    this.listeners.onPrefix(0);
  }

  async note(): Promise<void> {
    this.notes.changed(() => this.kept());
    await this.notes.flush();
  }

  private get handle(): FileHandle {
    if (this.file === null) {
      throw new Error('not open');
    }
    return this.file;
  }

  private async adopt(kept: KeptFile): Promise<boolean> {
    this.file = await openKept(this.path, kept);
    this.parts = kept.missing.map(([next, end]) => partOf(next, end ?? Infinity));
    this.seams.restore(kept.seams);
    if (this.file === null || !(await this.checkSeams().then(() => true, isFalse))) {
      await this.close();
      return false;
    }
    this.isAdopted = true;
    ({ version: this.version, servesRanges: this.servesRanges, reach: this.reach } = kept);
    this.count = kept.arrived;
    if (kept.version.total !== null) {
      this.listeners.onTotal(kept.version.total);
    }
    this.listeners.onKept(kept.arrived);
    this.listeners.onPrefix(this.prefix);
    return true;
  }

  private add(bytes: number): void {
    this.count += bytes;
    this.notes.changed(() => this.kept());
    if (bytes !== 0) {
      this.listeners.onBytes(bytes);
    }
  }

  /** Number of bytes from the start of the file that are on disk without a gap. */
  private get prefix(): number {
    return Math.min(this.reach, ...this.parts.filter(isIncomplete).map(({ next }) => next));
  }

  private readonly isThere = (from: number, to: number): boolean =>
    this.parts.every(({ next, end }) => next >= end || next >= to || end <= from);

  private kept(): KeptFile | null {
    const { stream, version, arrived, reach, servesRanges } = this;
    return version === null || arrived === 0
      ? null
      : {
          ...{ stream, version, arrived, reach, servesRanges },
          missing: missingOf(this.parts),
          seams: [...this.seams.open],
        };
  }
}

function isFalse(): boolean {
  return false;
}
