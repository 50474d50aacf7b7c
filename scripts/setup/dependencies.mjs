import { stat } from 'node:fs/promises';
import { SAY } from '../messages.mjs';
import { requireNode } from './node-version.mjs';
import { fromRoot } from './repository.mjs';
import { npm } from './run-quiet.mjs';
import { announce, Fatal } from './terminal.mjs';

/**
 * Installs the packages in package-lock.json, unless npm has done so since that file last changed.
 * Ends the process if Node is too old for them.
 * Uses only Node's own modules, because no package may be installed yet.
 * @throws {Fatal} with npm's output
 */
export async function ensureDependencies() {
  requireNode();
  const installed = await changedMs('node_modules', '.package-lock.json');
  if (installed >= (await changedMs('package-lock.json'))) {
    return;
  }
  // Includes the development packages even if NODE_ENV=production is set, because the build needs
  // them.
  const install = () => npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  const { ok, output } = await announce(SAY.installingDependencies, install);
  if (!ok) {
    throw new Fatal(output);
  }
}

/** @param {...string} parts */
async function changedMs(...parts) {
  return (await stat(fromRoot(...parts)).catch(() => null))?.mtimeMs ?? -Infinity;
}
