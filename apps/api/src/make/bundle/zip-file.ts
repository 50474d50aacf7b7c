import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { ZipFile as Zip } from 'yazl';

/** Pieces that are copied; yazl hands each through five streams. */
const PIECE_BYTES = 512 * 1024;

/** What a member of a zip is called, and when it was made. */
export interface ZipMember {
  /** Without folders; in UTF-8, which the zip says of it. */
  readonly name: string;
  readonly modifiedAt: Date;
}

/**
 * A zip that grows on disk, member by member; only yazl writes it, and only this file knows that.
 * Nothing is compressed, as media is already. What has been written never changes, so that it can be
 * sent on while it grows. Larger than 4 GiB it is ZIP64.
 */
export class ZipFile {
  private readonly zip = new Zip();
  private readonly output;
  private readonly done: Promise<void>;
  private failure: unknown = null;
  private written = 0;

  /**
   * @param path where there is no file yet.
   * @param onBytes told how much it grows, before that is written; what it throws ends the zip.
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
    // Whoever waits for it hears how it failed.
    this.done.catch((error: unknown) => (this.failure ??= error));
  }

  /** Of it so far. */
  get bytes(): number {
    return this.written;
  }

  /**
   * Appends a file as it is.
   * @returns when all of it has been read: it may be removed.
   * @throws the disk's error, what `onBytes` throws, or the reason of the signal; the zip is of no use then.
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
    // A zip that cannot be written stops reading, and its source would never end.
    await Promise.race([ended, this.done]).catch((error: unknown) => {
      source.destroy();
      ended.catch(() => undefined);
      this.failure ??= signal.aborted ? signal.reason : error;
      throw this.failure;
    });
  }

  /** Appends a text. */
  addText(text: string, { name, modifiedAt }: ZipMember): void {
    this.throwIfFailed();
    this.zip.addBuffer(Buffer.from(text), name, { mtime: modifiedAt, compress: false });
  }

  /** Ends the zip. @throws the disk's error, or what `onBytes` throws */
  async close(): Promise<void> {
    this.zip.end();
    try {
      await this.done;
    } catch (error) {
      throw this.failure ?? error;
    }
  }

  /** Stops writing: the file is to be removed. Returns when it is closed. */
  async abandon(): Promise<void> {
    this.output.destroy();
    await this.done.catch(() => undefined);
  }

  /** @throws why it cannot be gone on with. */
  throwIfFailed(): void {
    if (this.failure !== null) {
      throw this.failure as Error;
    }
  }
}
