import { installAhead } from '../programs/install-together.mjs';
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
 *   purposes of the next call, whose programs are begun to be installed, too
 * @throws {import('./terminal.mjs').Fatal}
 */
export async function prepare(purposes, { build = true, soon = purposes } = {}) {
  process.chdir(ROOT);
  // Concurrent commands would install into the same folder and delete each other's build.
  await oneAtATime(LOCK, async () => {
    // A failure is thrown again where the programs are needed.
    installAhead(soon).catch(() => undefined);
    await ensureDependencies();
    // Imported here because these modules need packages.
    const { ensurePrograms } = await import('../programs/ensure-programs.mjs');
    const { ensureBuilt } = await import('./build.mjs');
    await Promise.all([ensurePrograms(purposes), ...(build ? [ensureBuilt()] : [])]);
  });
}
