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
 * @param inUse the copies of this process, which are kept however old they are
 */
export async function removeOldCopies(
  folder: string,
  inUse: ReadonlySet<string> = new Set(),
): Promise<void> {
  const copies = await readdir(folder);
  for (const copy of copies.filter((name) => !inUse.has(name))) {
    const path = join(folder, copy);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > OLD_COPY_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
