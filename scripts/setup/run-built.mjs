import { existsSync } from 'node:fs';
import { exitOnSignals } from './end-with-npm.mjs';
import { prepare } from './prepare.mjs';
import { fromRoot, ROOT } from './repository.mjs';
import { runMain } from './terminal.mjs';

/**
 * Runs a program of the api in this process; prepares a clean checkout first.
 * @param {string} name of its file in `apps/api/dist`
 */
export async function runBuilt(name) {
  exitOnSignals();
  process.chdir(ROOT);
  const built = fromRoot('apps', 'api', 'dist', name);
  // Not always: in the image there is nothing to build with.
  if (!existsSync(built)) {
    await runMain(() => prepare(['run']));
  }
  await import(built);
}
