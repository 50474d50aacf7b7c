import { ensurePrograms } from '../programs/ensure-programs.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';

/**
 * Everything between a clean checkout and a server that can be started, each part skipped when it
 * is there. Leaves the process in the repository's folder: DATA_DIR's default is relative, and the
 * data must be the same wherever the command is given.
 * @param {import('../programs/table.mjs').Purpose[]} purposes
 * @throws {import('./fatal.mjs').Fatal}
 */
export async function prepare(purposes) {
  process.chdir(ROOT);
  await ensureDependencies();
  await ensurePrograms(purposes);
  await ensureBuilt();
}
