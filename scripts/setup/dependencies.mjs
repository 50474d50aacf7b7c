import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { SAY } from '../messages.mjs';
import { requireNode } from './node-version.mjs';
import { npmCommand, npmEnvironment } from './npm.mjs';
import { ROOT, fromRoot } from './repository.mjs';
import { announce, Fatal } from './terminal.mjs';

/** Large enough for npm's complete output. */
const MAX_OUTPUT_BYTES = 2 ** 24;

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
  const { ok, output } = await announce(SAY.installingDependencies, installAll);
  if (!ok) {
    throw new Fatal(output);
  }
}

/** @param {...string} parts */
async function changedMs(...parts) {
  return (await stat(fromRoot(...parts)).catch(() => null))?.mtimeMs ?? -Infinity;
}

/** @returns {Promise<{ ok: boolean, output: string }>} */
function installAll() {
  // Includes the development packages even if NODE_ENV=production is set, because the build needs
  // them.
  const [command, argv] = npmCommand(['ci', '--include=dev', '--no-audit', '--no-fund']);
  const options = { cwd: ROOT, env: npmEnvironment(), maxBuffer: MAX_OUTPUT_BYTES };
  return new Promise((resolve) => {
    const child = execFile(command, argv, options, (error, stdout, stderr) => {
      process.off('exit', end);
      resolve({ ok: !error, output: `${stdout}${stderr}` || (error?.message ?? '') });
    });
    const end = () => child.kill();
    process.once('exit', end);
  });
}
