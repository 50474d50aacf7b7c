import { ensureDependencies } from './dependencies.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { ROOT, fromRoot } from './repository.mjs';

/** Outside node_modules, which npm ci deletes. */
const LOCK = fromRoot('.dipper', 'preparing');

/**
 * Turns a clean checkout into a server that can start; skips what is already done. Changes to the
 * repository's folder, because DATA_DIR's default is relative and must not depend on where the
 * command is run.
 * @param {import('../programs/table.mjs').Purpose[]} purposes
 * @param {{ build?: boolean }} [options]
 * @throws {import('./terminal.mjs').Fatal}
 */
export async function prepare(purposes, { build = true } = {}) {
  process.chdir(ROOT);
  // Concurrent commands would install into the same folder and delete each other's build.
  await oneAtATime(LOCK, async () => {
    await ensureDependencies();
    // Imported here because it needs packages.
    const { ensurePrograms } = await import('../programs/ensure-programs.mjs');
    await ensurePrograms(purposes);
    if (build) {
      const { ensureBuilt } = await import('./build.mjs');
      await ensureBuilt();
    }
  });
}
