import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { unlessAborted } from '../../unless-aborted.js';
import { IDLE_VISITOR_MS } from './serve-file.js';

const PIECE_BYTES = 64 * 1024;

export type GrowingFileState =
  | { readonly state: 'awaited' }
  /** `run` identifies the writer. Bytes from two runs never belong to the same file. */
  | { readonly state: 'growing'; readonly run: string; readonly path: string }
  | {
      readonly state: 'whole';
      readonly run: string;
      readonly bytes: number;
      /** Opens the published file; null if it does not exist, or no longer exists. */
      readonly open: () => Promise<Readable | null>;
    }
  /** The file will never be complete. */
  | { readonly state: 'broken' };

interface StreamOptions {
  /** Returns the current state. If it throws, the last state is kept. */
  readonly look: () => Promise<GrowingFileState>;
  readonly gone: AbortSignal;
  /**
   * How often `look` is called, and how often to read again at the end of the data, in
   * milliseconds.
   */
  readonly everyMs?: { readonly look: number; readonly read: number };
}

const EVERY_MS = { look: 1000, read: 200 } as const;

/** Thrown when the reply can't be continued. */
class Cut extends Error {}

/**
 * Sends a file while it is being written, as fast as the visitor reads it. Only one chunk is in
 * memory, however slow the visitor is. If writing fails, or starts over after bytes were sent, the
 * connection is cut, so that the download fails instead of looking complete. Resolves when the
 * reply has been sent or cut off, or when the visitor has left. The headers must already have been
 * written.
 */
export async function streamGrowingFile(
  response: ServerResponse,
  { look, gone, everyMs = EVERY_MS }: StreamOptions,
): Promise<void> {
  const cut = new AbortController();
  const signal = AbortSignal.any([gone, cut.signal]);
  const file = new GrowingFile();
  let takenAt = performance.now();
  const refresh = async (): Promise<void> => {
    const growth = await look().catch(() => null);
    const isBroken = growth !== null && !file.follow(growth);
    if (isBroken || performance.now() - takenAt > IDLE_VISITOR_MS) {
      cut.abort(new Cut());
    }
  };
  await refresh();
  const timer = setInterval(() => void refresh(), everyMs.look);
  try {
    while (!file.isSent) {
      signal.throwIfAborted();
      const piece = await file.read();
      if (piece === null) {
        await delay(everyMs.read, undefined, { signal });
      } else {
        await flushed(response, piece, signal);
      }
      // The visitor has read everything that is available, so the visitor is not idle.
      takenAt = performance.now();
    }
    response.end();
    await once(response, 'close', { signal: gone });
  } catch {
    response.destroy();
  } finally {
    clearInterval(timer);
    await file.close();
  }
}

/**
 * Writes a chunk. Resolves when the chunk's memory may be reused. @throws the reason of the signal
 */
function flushed(response: ServerResponse, piece: Buffer, signal: AbortSignal): Promise<void> {
  const written = new Promise<void>((resolve, reject) => {
    response.write(piece, (error) => (error ? reject(error) : resolve()));
  });
  return unlessAborted(written, signal);
}

/** A file that is being read from its start. */
interface OpenFile {
  readonly run: string;
  /** The next bytes; null if there are none yet. */
  read(): Promise<Buffer | null>;
  close(): Promise<unknown>;
}

class GrowingFile {
  private growth: GrowingFileState = { state: 'awaited' };
  private opened: OpenFile | null = null;
  private sent = 0;

  /**
   * Stores the new state. @returns false if the bytes that were already sent no longer belong to
   * the file
   */
  follow(growth: GrowingFileState): boolean {
    this.growth = growth;
    return growth.state !== 'broken' && (this.sent === 0 || this.opened?.run === runOf(growth));
  }

  get isSent(): boolean {
    return this.growth.state === 'whole' && this.sent === this.growth.bytes;
  }

  /**
   * Reads the next bytes into a buffer that the next call may reuse; null if there are none yet.
   * @throws if there will never be any
   */
  async read(): Promise<Buffer | null> {
    const { growth } = this;
    const piece = (await (await this.fileFor(growth))?.read()) ?? null;
    if (piece === null && growth.state === 'whole') {
      throw new Cut();
    }
    this.sent += piece?.length ?? 0;
    return piece;
  }

  async close(): Promise<void> {
    const { opened } = this;
    this.opened = null;
    await opened?.close();
  }

  private async fileFor(growth: GrowingFileState): Promise<OpenFile | null> {
    if (this.opened !== null && this.opened.run !== runOf(growth)) {
      if (this.sent > 0) {
        throw new Cut();
      }
      await this.close();
    }
    if (this.opened === null && growth.state === 'growing') {
      const handle = await openIfThere(growth.path);
      this.opened = handle && growingFile(growth.run, handle);
    } else if (this.opened === null && growth.state === 'whole') {
      const stream = await growth.open();
      this.opened = stream && publishedFile(growth.run, stream);
    }
    return this.opened;
  }
}

function growingFile(run: string, handle: FileHandle): OpenFile {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  return {
    run,
    read: async () => {
      // Without a position, each read continues after the one before.
      const { bytesRead } = await handle.read(piece, 0, PIECE_BYTES, null);
      return bytesRead === 0 ? null : piece.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
}

function publishedFile(run: string, stream: Readable): OpenFile {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  return {
    run,
    read: async () => (await pieces.next()).value ?? null,
    close: () => {
      const closed = stream.closed ? Promise.resolve() : once(stream, 'close');
      stream.destroy();
      return closed;
    },
  };
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

function runOf(growth: GrowingFileState): string | null {
  return 'run' in growth ? growth.run : null;
}
