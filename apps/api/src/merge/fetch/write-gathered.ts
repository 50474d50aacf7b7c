import type { FileHandle } from 'node:fs/promises';

/**
 * Size of one write. Chunks of 64 KB from several connections, written as they come, leave a file
 * that is joined two to three times slower (measured: its pages lie scattered in memory).
 */
const GATHER_BYTES = 1024 * 1024;
/** What has arrived is written (and counted) at least so often, also from a slow source. */
const GATHER_MS = 250;

/** Buffers for the next streams: a large file has a hundred parts, and new memory for each adds up. */
const spare: Buffer[] = [];
const MOST_SPARE = 16;

/**
 * Writes a stream of chunks to its place in a file, gathered into larger writes.
 * @param onWritten told the number of bytes after each write; they are in the file then.
 * @throws what the stream or the file throws; what had arrived before is written all the same.
 */
export async function writeGathered(
  chunks: AsyncIterable<Buffer>,
  file: FileHandle,
  { position, onWritten }: { position: number; onWritten: (bytes: number) => void },
): Promise<void> {
  const gathered = spare.pop() ?? Buffer.allocUnsafeSlow(GATHER_BYTES);
  let size = 0;
  let at = position;
  let since = performance.now();
  const flush = async (): Promise<void> => {
    const bytes = size;
    size = 0;
    since = performance.now();
    await writeAll(file, gathered.subarray(0, bytes), at);
    at += bytes;
    onWritten(bytes);
  };
  try {
    for await (const chunk of chunks) {
      for (let taken = 0; taken < chunk.length;) {
        const copied = chunk.copy(gathered, size, taken);
        taken += copied;
        size += copied;
        if (size === GATHER_BYTES || performance.now() - since >= GATHER_MS) {
          await flush();
        }
      }
    }
  } finally {
    // A connection that breaks has still brought these.
    try {
      if (size > 0) {
        await flush();
      }
    } finally {
      if (spare.length < MOST_SPARE) {
        spare.push(gathered);
      }
    }
  }
}

/** One call may write fewer bytes than it was given (a volume that is nearly full). */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const left = bytes.length - written;
    written += (await file.write(bytes, written, left, position + written)).bytesWritten;
  }
}
