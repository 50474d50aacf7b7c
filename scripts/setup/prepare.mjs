import { ensurePrograms } from '../programs/ensure-programs.mjs';
import { installAhead } from '../programs/install-together.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { ROOT, fromRoot } from './repository.mjs';

/** The lock is outside node_modules, because `npm ci` deletes that folder. */
const LOCK = fromRoot('.dipper', 'preparing');

/**
 * Turns a clean checkout into a server that can start, and skips what is already done. Changes the
 * working directory to the repository, because DATA_DIR is relative by default and must not depend
 * on where the command is run.
 * @param {import('../programs/table.mjs').Purpose[]} purposes
 * @param {{ build?: boolean, soon?: import('../programs/table.mjs').Purpose[] }} [options] soon: the
 *   purposes of a later call; their programs start installing now
 * @throws {import('./terminal.mjs').Fatal}
 */
export async function prepare(purposes, { build = true, soon = purposes } = {}) {
  process.chdir(ROOT);
  // Concurrent commands would install into the same folder and delete each other's build.
  await oneAtATime(LOCK, async () => {
    // A failure is thrown again where the programs are needed.
    const ahead = installAhead(soon).catch(() => undefined);
    try {
      await ensureDependencies();
    } catch (error) {
      // If this process exited now, apt would be killed in the middle of its work.
      await ahead;
      throw error;
    }
    await Promise.all([
      ...(purposes.length > 0 ? [ensurePrograms(purposes)] : []),
      ...(build ? [ensureBuilt()] : []),
    ]);
  });
}
