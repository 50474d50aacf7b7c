import { EventEmitter, once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { FetchedSource } from '../maker.port.js';
import { type BlankRun, BlankScan, MIN_BLANK_BYTES } from '../gate/blank-runs.js';

/**
 * How many bytes are written to the pipe at a time. Each chunk costs a turn of the event loop,
 * which is busy while sources arrive.
 */
const PIECE_BYTES = 1024 * 1024;

/**
 * A file that is still being downloaded. Only the bytes that are on disk without a gap can be read.
 */
export class ArrivingFile {
  /** Size of the whole file in bytes, or an estimate; 0 while unknown. */
  size = 0;
  /** Number of bytes that have been fetched so far, in any order. */
  received = 0;
  /** True once the download is complete. */
  isComplete = false;
  /** The path of the file on disk; '' until the first bytes have arrived. */
  path = '';
  /** Number of bytes that have been written to the pipe. */
  private passed = 0;
  private prefix = 0;
  private readonly events = new EventEmitter().setMaxListeners(0);
  private readonly blanks = new BlankScan();

  /** @param isEstimated true if the size is only an estimate until the file is complete. */
  constructor(private readonly isEstimated: boolean) {}

  /** The maximum size of the file, in bytes. */
  get limit(): number {
    return this.isEstimated ? Number.MAX_SAFE_INTEGER : this.size;
  }

  sized(bytes: number): void {
    this.size = bytes;
  }

  add(count: number): void {
    this.received += count;
  }

  /**
   * Call this when the download is complete, so that the last chunk is written to the pipe.
   * @returns false if the downloaded file is not the one that arrived
   */
  complete({ path, bytes }: FetchedSource): boolean {
    if (path !== this.path || bytes !== this.prefix || bytes > this.limit) {
      return false;
    }
    this.size = bytes;
    this.isComplete = true;
    this.events.emit('arrived');
    return true;
  }

  /** @returns false if bytes were discarded that may already have been written to the pipe */
  arrived(path: string, bytes: number): boolean {
    const isMore = bytes >= this.prefix;
    this.path = path;
    this.prefix = bytes;
    this.events.emit('arrived');
    return isMore;
  }

  /**
   * Resolves when this many bytes have arrived, or the whole file.
   * @param bytes may be more than the file has, because its size may not be known yet
   * @throws an AbortError
   */
  async reaches(bytes: number, signal: AbortSignal): Promise<void> {
    while (!this.isComplete && (this.size === 0 || this.prefix < Math.min(bytes, this.limit))) {
      await once(this.events, 'arrived', { signal });
    }
    signal.throwIfAborted();
  }

  /** Reads bytes that have already arrived. */
  async read(at: number, bytes: number): Promise<Buffer> {
    const file = await open(this.path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  /**
   * Writes the whole file to a pipe as it arrives.
   * @param others files that are written to the same program. All files advance in step, so that
   * the program need not buffer packets of one until the matching packets of another arrive.
   * Returns early if the program stops reading; the program's exit status then gives the reason.
   * @throws the signal's reason, or the disk's error
   */
  async feed(pipe: Writable, others: readonly ArrivingFile[], signal: AbortSignal): Promise<void> {
    const file = await open(this.path, 'r');
    // The end of each chunk is copied to the front of the next one, for `BlankScan`.
    const buffer = Buffer.from(new ArrayBuffer(MIN_BLANK_BYTES + PIECE_BYTES));
    try {
      for (let at = 0; ;) {
        // Segments arrive as a whole, so there is nothing to gain from waiting for a full chunk.
        const least = this.isEstimated ? at + 1 : Math.min(at + PIECE_BYTES, this.size);
        await this.reaches(least, signal);
        const end = Math.min(at + PIECE_BYTES, this.prefix);
        if (end === at) {
          break;
        }
        const share = Math.min(1, at / this.size);
        await Promise.all(others.map((other) => other.reaches(other.size * share, signal)));
        const piece = buffer.subarray(MIN_BLANK_BYTES, MIN_BLANK_BYTES + end - at);
        await fill(piece, file, at);
        const kept = Math.min(at, MIN_BLANK_BYTES);
        this.blanks.add(
          buffer.subarray(MIN_BLANK_BYTES - kept, MIN_BLANK_BYTES + end - at),
          at - kept,
        );
        if (!(await write(pipe, piece))) {
          return;
        }
        buffer.copyWithin(0, end - at, MIN_BLANK_BYTES + end - at);
        at = end;
        this.passed = end;
      }
      pipe.end();
    } finally {
      await file.close();
    }
  }

  asSource(): FetchedSource {
    return { path: this.path, bytes: this.size };
  }

  /** Number of bytes that have not been written to the pipe yet. */
  get left(): number {
    return this.size - this.passed;
  }

  /** Runs of zeros in the bytes written to the pipe. */
  blankRuns(): BlankRun[] | null {
    return this.blanks.result();
  }
}

async function fill(piece: Buffer, file: FileHandle, at: number): Promise<void> {
  for (let done = 0; done < piece.length;) {
    const { bytesRead } = await file.read(piece, done, piece.length - done, at + done);
    if (bytesRead === 0) {
      throw new RangeError('the file is shorter than reported');
    }
    done += bytesRead;
  }
}

/**
 * Resolves when the buffer may be reused.
 * @returns false if the other end of the pipe is closed
 */
function write(pipe: Writable, piece: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    pipe.write(piece, (error) => resolve(!error));
  });
}
