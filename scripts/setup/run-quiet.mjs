import { spawn } from 'node:child_process';
import { npmCommand, npmEnvironment } from './npm.mjs';
import { ROOT } from './repository.mjs';

/** @typedef {{ ok: boolean, output: string }} Outcome */

/**
 * Runs a program without showing its output. Never throws: if the program cannot start, is killed
 * or times out, the outcome is not ok. The program ends when this process ends. Uses only Node's own
 * modules, because no package may be installed yet.
 * @param {string} command
 * @param {readonly string[]} argv
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number }} [options] `env` replaces the
 *   environment; `timeout` is in milliseconds
 * @returns {Promise<Outcome>}
 */
export function runQuiet(command, argv, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, argv, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    const end = () => child.kill();
    process.once('exit', end);
    /** @param {boolean} ok */
    const settle = (ok) => {
      process.off('exit', end);
      resolve({ ok, output: output.trimEnd() });
    };
    child.once('error', ({ message }) => {
      output += message;
      settle(false);
    });
    child.once('close', (code) => settle(code === 0));
  });
}

/**
 * Runs npm without showing its output.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} [env] added to the environment
 */
export function npm(argv, env) {
  return runQuiet(...npmCommand(argv), { env: npmEnvironment(env) });
}
