import { open } from 'node:fs/promises';
import PQueue from 'p-queue';

/**
 * Each process flushes one file at a time. libuv has four threads, which also handle DNS and files.
 * A flush blocks one of them for as long as the disk needs, so flushing four large files at the
 * same time would stop the server.
 */
const flushes = new PQueue({ concurrency: 1 });

/**
 * Waits until the contents of a file, or the names in a folder, would survive a power cut. Calls
 * are queued.
 * @throws the system's error (ENOSPC and EIO may only be reported now)
 */
export function makeDurable(path: string): Promise<void> {
  return flushes.add(async () => {
    const file = await open(path, 'r');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  });
}
