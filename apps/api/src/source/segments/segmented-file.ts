import { type FileHandle, open } from 'node:fs/promises';
import {
  isFileLongEnough,
  type KeptPiece,
  type KeptSegments,
  keptSegmentsSchema,
  sizeOf,
} from './kept-segments.js';
import { ResumeNote } from '../files/resume-note.js';
import { writeGathered } from '../files/write-gathered.js';

/** The file to which a stream's segments are appended, and its note. */
export class SegmentedFile {
  private file: FileHandle | null = null;
  private readonly notes: ResumeNote<KeptSegments>;
  private stream = '';
  private pieces: KeptPiece[] = [];
  /**
   * Where the next segment will be written. Any bytes after this position are from an interrupted
   * write.
   */
  private position = 0;

  constructor(readonly path: string) {
    this.notes = new ResumeNote(path, keptSegmentsSchema);
  }

  /** Size of all segments in the file, in bytes. */
  get bytes(): number {
    return this.position;
  }

  get isOpen(): boolean {
    return this.file !== null;
  }

  /**
   * @returns the segments of a stream that an earlier run has appended; none if no note lists them.
   */
  async kept(stream: string): Promise<readonly KeptPiece[]> {
    const kept = await this.notes.read();
    return kept?.stream === stream && (await isFileLongEnough(this.path, kept)) ? kept.pieces : [];
  }

  /** Continues after pieces that are in the file, and truncates anything after them. */
  async resume(stream: string, pieces: readonly KeptPiece[]): Promise<void> {
    const { bytes } = sizeOf(pieces);
    [this.stream, this.pieces, this.position] = [stream, [...pieces], bytes];
    // Write the note first, so that a crash can't leave a note about bytes that are gone.
    this.change();
    await this.notes.flush();
    this.file = await open(this.path, 'r+');
    await this.file.truncate(bytes);
  }

  async begin(stream: string): Promise<void> {
    await this.notes.remove();
    this.file ??= await open(this.path, 'w');
    await this.file.truncate(0);
    [this.stream, this.pieces, this.position] = [stream, [], 0];
  }

  /**
   * Appends a segment.
   * @returns its size in bytes.
   * @throws whatever the chunks or the disk throw.
   */
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

  /** Adds the last appended segment to those that a later run may keep. */
  keep(piece: KeptPiece): void {
    this.pieces.push(piece);
    this.change();
  }

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
