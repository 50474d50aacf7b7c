import { existsSync } from 'node:fs';
import { exitOnSignals } from './end-with-npm.mjs';
import { prepare } from './prepare.mjs';
import { fromRoot, ROOT } from './repository.mjs';
import { runMain } from './terminal.mjs';

/**
 * Runs a program of apps/api in this process; prepares a clean checkout first.
 * @param {string} name of its file in `apps/api/dist/bundle`
 */
export async function runBuilt(name) {
  exitOnSignals();
  process.chdir(ROOT);
  const built = fromRoot('apps', 'api', 'dist', 'bundle', name);
  // Only if necessary: the Docker image has no build tools.
  if (!existsSync(built)) {
    await runMain(() => prepare(['run']));
  }
  await import(built);
}
