import { open } from 'node:fs/promises';
import PQueue from 'p-queue';

/**
 * One flush at a time per process: libuv's four threads serve DNS and files, and a flush blocks one
 * for as long as the disk needs, so four large files at once would stop the server.
 */
const flushes = new PQueue({ concurrency: 1 });

/**
 * Waits until a file's contents, or the names in a folder, would survive a power cut. Calls are
 * queued.
 * @throws the system's error (ENOSPC and EIO may only surface now).
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
