import { EventEmitter, once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { FetchedSource } from '../maker.port.js';
import { type BlankRun, BlankScan, MIN_BLANK_BYTES } from '../gate/blank-runs.js';

/**
 * Number of bytes that are passed on at a time. Each piece costs a turn of the event loop, which is
 * busy while sources arrive.
 */
const PIECE_BYTES = 1024 * 1024;

/** A file that is being fetched, as far as it is on disk without a gap. */
export class ArrivingFile {
  /** Size of the whole file in bytes, or an estimate; 0 while there is none. */
  size = 0;
  private isComplete = false;
  /** Number of bytes that have been passed on. */
  private passed = 0;
  private path = '';
  private prefix = 0;
  private readonly events = new EventEmitter().setMaxListeners(0);
  private readonly blanks = new BlankScan();

  /** @param isEstimated true if the size is only an estimate until the file is complete. */
  constructor(private readonly isEstimated: boolean) {}

  /** The highest size that the file may have, in bytes. */
  get limit(): number {
    return this.isEstimated ? Number.MAX_SAFE_INTEGER : this.size;
  }

  sized(bytes: number): void {
    this.size = bytes;
  }

  /**
   * Must be called when the file has been fetched, so that the last piece is passed on.
   * @returns false if it is not the file that has arrived.
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

  /** @returns false if bytes were discarded that may have been passed on already. */
  arrived(path: string, bytes: number): boolean {
    const isMore = bytes >= this.prefix;
    this.path = path;
    this.prefix = bytes;
    this.events.emit('arrived');
    return isMore;
  }

  /**
   * Resolves when so many bytes are there, or all.
   * @throws an AbortError.
   */
  async reaches(bytes: number, signal: AbortSignal): Promise<void> {
    while (!this.isComplete && (this.size === 0 || this.prefix < bytes)) {
      await once(this.events, 'arrived', { signal });
    }
    signal.throwIfAborted();
  }

  /** Reads bytes that are there. */
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
   * Passes the whole file on, as it arrives.
   * @param others files that are passed on to the same program. No file gets ahead of what has
   *   arrived of them, so that the program need not hold packets of one until those of another come.
   * @returns early if the program stops reading, whose end then says why.
   * @throws the signal's reason, or what the disk says.
   */
  async feed(pipe: Writable, others: readonly ArrivingFile[], signal: AbortSignal): Promise<void> {
    const file = await open(this.path, 'r');
    // The end of each piece stays in front of the next one, for `BlankScan`.
    const buffer = Buffer.from(new ArrayBuffer(MIN_BLANK_BYTES + PIECE_BYTES));
    try {
      for (let at = 0; ;) {
        // A segment is complete when it is there, so nothing is gained by waiting for more.
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

  /** Number of bytes that have yet to be passed on. */
  get left(): number {
    return this.size - this.passed;
  }

  /** Runs of zeros in what was passed on. */
  blankRuns(): BlankRun[] | null {
    return this.blanks.result();
  }
}

async function fill(piece: Buffer, file: FileHandle, at: number): Promise<void> {
  for (let done = 0; done < piece.length;) {
    const { bytesRead } = await file.read(piece, done, piece.length - done, at + done);
    if (bytesRead === 0) {
      throw new RangeError('the file ends before what was said to be there');
    }
    done += bytesRead;
  }
}

/**
 * Resolves when the buffer may be used again.
 * @returns false if nothing reads from the pipe any more.
 */
function write(pipe: Writable, piece: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    pipe.write(piece, (error) => resolve(!error));
  });
}
