import { open } from 'node:fs/promises';
import PQueue from 'p-queue';

/**
 * One for the whole process, as libuv's four threads are, which answer DNS and files together: a
 * flush holds one for as long as the disk needs, so four large files at once would stop the server.
 */
const flushes = new PQueue({ concurrency: 1 });

/**
 * Waits until the content of a file, or the names in a folder, would survive a power cut. Calls
 * take turns.
 * @throws the system's error (ENOSPC and EIO may be found out only now).
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
