import { ensureDependencies } from './dependencies.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { ROOT, fromRoot } from './repository.mjs';

/** Not in node_modules, which npm ci deletes. */
const LOCK = fromRoot('.dipper', 'preparing');

/**
 * Everything between a clean checkout and a server that can be started, each part skipped when it
 * is there. Leaves the process in the repository's folder: DATA_DIR's default is relative, and the
 * data must be the same wherever the command is given.
 * @param {import('../programs/table.mjs').Purpose[]} purposes
 * @param {{ build?: boolean }} [options]
 * @throws {import('./terminal.mjs').Fatal}
 */
export async function prepare(purposes, { build = true } = {}) {
  process.chdir(ROOT);
  // Two commands at once would install into one folder, and delete each other's build.
  await oneAtATime(LOCK, async () => {
    await ensureDependencies();
    // Only now: these need packages.
    const { ensurePrograms } = await import('../programs/ensure-programs.mjs');
    await ensurePrograms(purposes);
    if (build) {
      const { ensureBuilt } = await import('./build.mjs');
      await ensureBuilt();
    }
  });
}
