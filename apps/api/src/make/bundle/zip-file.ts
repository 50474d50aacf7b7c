import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { ZipFile as Zip } from 'yazl';

/**
 * Number of bytes read at a time. The number is large because yazl passes each chunk through five
 * streams.
 */
const PIECE_BYTES = 512 * 1024;

interface ZipMember {
  /** The file name, without folders. The zip marks it as UTF-8. */
  readonly name: string;
  readonly modifiedAt: Date;
}

/**
 * A zip that grows on disk, member by member. Nothing is compressed, because media is compressed
 * already. Bytes never change once they are written, so the zip can be sent while it grows. Above 4
 * GiB, it uses ZIP64. This is the only file that uses yazl.
 */
export class ZipFile {
  private readonly zip = new Zip();
  private readonly output;
  private readonly done: Promise<void>;
  private failure: unknown = null;
  private written = 0;

  /**
   * @param path where to write the zip; no file may exist there yet.
   * @param onBytes called with the number of bytes about to be written; if it throws, the zip
   *   fails.
   */
  constructor(path: string, onBytes: (bytes: number) => void) {
    this.output = createWriteStream(path, { flags: 'wx' });
    const fail = (error: unknown): void => {
      this.failure ??= error;
      this.output.destroy(error as Error);
    };
    this.zip.once('error', fail);
    this.zip.outputStream.on('data', (piece: Buffer) => {
      try {
        this.written += piece.length;
        onBytes(piece.length);
      } catch (error) {
        fail(error);
      }
    });
    this.zip.outputStream.pipe(this.output);
    this.done = finished(this.output, { readable: false });
    // Avoids an unhandled rejection; `close` and `throwIfFailed` report the failure.
    this.done.catch((error: unknown) => (this.failure ??= error));
  }

  get bytes(): number {
    return this.written;
  }

  /**
   * Appends a file unchanged.
   * Resolves when the file has been read completely and may be removed.
   * @throws the disk's error, whatever `onBytes` throws, or the signal's reason; after any of them,
   * the zip is unusable.
   */
  async add(
    path: string,
    { name, modifiedAt, sizeBytes }: ZipMember & { readonly sizeBytes: number },
    signal: AbortSignal,
  ): Promise<void> {
    this.throwIfFailed();
    const source = createReadStream(path, { highWaterMark: PIECE_BYTES, signal });
    const ended = finished(source);
    this.zip.addReadStream(source, name, { mtime: modifiedAt, compress: false, size: sizeBytes });
    // If the zip fails, it stops reading, and `ended` never settles.
    await Promise.race([ended, this.done]).catch((error: unknown) => {
      source.destroy();
      ended.catch(() => undefined);
      this.failure ??= signal.aborted ? signal.reason : error;
      throw this.failure;
    });
  }

  addText(text: string, { name, modifiedAt }: ZipMember): void {
    this.throwIfFailed();
    this.zip.addBuffer(Buffer.from(text), name, { mtime: modifiedAt, compress: false });
  }

  /**
   * Completes the zip.
   * @throws the disk's error, or whatever `onBytes` throws.
   */
  async close(): Promise<void> {
    this.zip.end();
    try {
      await this.done;
    } catch (error) {
      throw this.failure ?? error;
    }
  }

  /** Stops writing. Resolves when the file is closed and can be removed. */
  async abandon(): Promise<void> {
    this.output.destroy();
    await this.done.catch(() => undefined);
  }

  throwIfFailed(): void {
    if (this.failure !== null) {
      throw this.failure as Error;
    }
  }
}
