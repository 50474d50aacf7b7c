import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Older copies, in milliseconds, are assumed to belong to dead processes, because work takes only
 * minutes.
 */
const OLD_COPY_MS = 3_600_000;

/**
 * Removes copies of files that killed processes have left behind. Other processes that share the
 * folder may be reading newer ones.
 */
export async function removeOldCopies(folder: string): Promise<void> {
  for (const copy of await readdir(folder)) {
    const path = join(folder, copy);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > OLD_COPY_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
