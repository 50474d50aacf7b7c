import type { FileHandle } from 'node:fs/promises';
import { releaseMemory } from './release-memory.js';

/**
 * Minimum size of a write in bytes while more data is coming. Writing 64 KB chunks from several
 * connections as they arrive leaves a file that takes two to three times longer to mux (measured:
 * its pages are scattered in memory).
 */
const GATHER_BYTES = 1024 * 1024;
/**
 * Longest time between two writes in milliseconds, so that downloads from slow sources make
 * progress too.
 */
const GATHER_MS = 250;

/**
 * Gathers chunks into larger writes at a position in a file.
 * @param onWritten receives the number of bytes after each write.
 * @throws whatever the stream or the file throws. Chunks that were received before are still
 *   written.
 */
export async function writeGathered(
  chunks: AsyncIterable<Buffer>,
  file: FileHandle,
  { position, onWritten }: { position: number; onWritten: (bytes: number) => void },
): Promise<void> {
  let gathered: Buffer[] = [];
  let size = 0;
  let at = position;
  let since = performance.now();
  const flush = async (): Promise<void> => {
    const [buffers, bytes] = [gathered, size];
    gathered = [];
    size = 0;
    since = performance.now();
    await writeAll(file, buffers, at);
    releaseMemory(buffers);
    at += bytes;
    onWritten(bytes);
  };
  try {
    for await (const chunk of chunks) {
      gathered.push(chunk);
      size += chunk.length;
      if (size >= GATHER_BYTES || performance.now() - since >= GATHER_MS) {
        await flush();
      }
    }
  } finally {
    // Keep what arrived before the connection broke.
    if (size > 0) {
      await flush();
    }
  }
}

/** Writes all buffers. One call may write less than it was given (on a nearly full volume). */
async function writeAll(file: FileHandle, buffers: Buffer[], position: number): Promise<void> {
  let left = buffers;
  for (let at = position; left.length > 0;) {
    const { bytesWritten } = await file.writev(left, at);
    at += bytesWritten;
    left = without(bytesWritten, left);
  }
}

/** The rest of the buffers after their first `bytes` bytes. */
function without(bytes: number, buffers: readonly Buffer[]): Buffer[] {
  let skip = bytes;
  const at = buffers.findIndex(({ length }) => {
    const isLeft = skip < length;
    skip -= isLeft ? 0 : length;
    return isLeft;
  });
  return at === -1
    ? []
    : buffers.slice(at).map((buffer, index) => (index === 0 ? buffer.subarray(skip) : buffer));
}
