import { type FileHandle, open } from 'node:fs/promises';
import {
  isThere,
  type KeptPiece,
  type KeptSegments,
  keptSegmentsSchema,
  sizeOf,
} from './kept-segments.js';
import { ResumeNote } from './resume-note.js';
import { writeGathered } from './write-gathered.js';

/** The file that the segments of a stream are appended to, and the note on what is in it. */
export class SegmentedFile {
  private file: FileHandle | null = null;
  private readonly notes: ResumeNote<KeptSegments>;
  private stream = '';
  private pieces: KeptPiece[] = [];
  /** Where the next segment goes: what lies behind was cut off while it was written. */
  private position = 0;

  constructor(readonly path: string) {
    this.notes = new ResumeNote(path, keptSegmentsSchema);
  }

  get isOpen(): boolean {
    return this.file !== null;
  }

  /** @returns what an earlier run has appended of a stream; none where that cannot be told. */
  async kept(stream: string): Promise<readonly KeptPiece[]> {
    const kept = await this.notes.read();
    return kept?.stream === stream && (await isThere(this.path, kept)) ? kept.pieces : [];
  }

  /** Goes on behind pieces that are in the file; what follows them is cut off. */
  async resume(stream: string, pieces: readonly KeptPiece[]): Promise<void> {
    const { bytes } = sizeOf(pieces);
    [this.stream, this.pieces, this.position] = [stream, [...pieces], bytes];
    // First: a crash from here on must not leave a note on bytes that are gone.
    this.change();
    await this.notes.flush();
    this.file = await open(this.path, 'r+');
    await this.file.truncate(bytes);
  }

  /** Begins with an empty file. */
  async begin(stream: string): Promise<void> {
    await this.notes.remove();
    this.file ??= await open(this.path, 'w');
    await this.file.truncate(0);
    [this.stream, this.pieces, this.position] = [stream, [], 0];
  }

  /** Writes a segment behind those that are there. @returns its size, bytes. @throws what chunks or the disk throw */
  async append(chunks: AsyncIterable<Buffer>): Promise<number> {
    if (this.file === null) {
      throw new Error('not open');
    }
    const { position } = this;
    let size = 0;
    const onWritten = (bytes: number): void => void (size += bytes);
    await writeGathered(chunks, this.file, { position, onWritten });
    this.position += size;
    return size;
  }

  /** The segment that was appended last belongs to what a later run may go on with. */
  keep(piece: KeptPiece): void {
    this.pieces.push(piece);
    this.change();
  }

  /** Notes what is there, for a later run. */
  async note(): Promise<void> {
    await this.notes.flush();
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = null;
  }

  private change(): void {
    const { stream } = this;
    this.notes.changed(() => ({ stream, pieces: this.pieces }));
  }
}
