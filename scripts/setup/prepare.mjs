import { ensureDependencies } from './dependencies.mjs';
import { ROOT } from './repository.mjs';

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
  await ensureDependencies();
  // Only now: these need packages.
  const { ensurePrograms } = await import('../programs/ensure-programs.mjs');
  await ensurePrograms(purposes);
  if (build) {
    const { ensureBuilt } = await import('./build.mjs');
    await ensureBuilt();
  }
}
