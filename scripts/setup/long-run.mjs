import { endWithNpm, exitOnSignals } from './end-with-npm.mjs';
import { npmEnvironment } from './npm.mjs';
import { prepare } from './prepare.mjs';
import { fromRoot } from './repository.mjs';

/** @typedef {readonly [command: string, ...argv: string[]]} Step */

/**
 * Runs specs in a single process, which prints each case as it ends.
 * @param {string[]} argv arguments for Jest
 * @returns {Step}
 */
export function specs(...argv) {
  const jest = fromRoot('node_modules', 'jest', 'bin', 'jest.js');
  return [process.execPath, jest, '--runInBand', ...argv];
}

/**
 * Runs the steps of a command that is not part of `npm test`, until one of them fails. Sets the exit
 * code of this process.
 * @param {readonly Step[]} steps
 * @param {{ build?: boolean, env?: Record<string, string> }} [options] `build: false` if the steps
 *   do not use the built server; `env` is added to the environment of every step
 */
export async function longRun(steps, { build = true, env = {} } = {}) {
  endWithNpm();
  const untilPrepared = exitOnSignals();
  await prepare(['run', 'test'], { build });
  // Imported here because it needs a package.
  const { endGroups, startGroup } = await import('./run.mjs');
  untilPrepared();
  exitOnSignals(endGroups);
  for (const [command, ...argv] of steps) {
    const code = await startGroup(command, argv, npmEnvironment({ NODE_ENV: 'test', ...env }))
      .ended;
    if (code !== 0) {
      process.exitCode = code ?? 1;
      return;
    }
  }
}
