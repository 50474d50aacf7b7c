import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { npmCommand, npmEnvironment } from './npm.mjs';
import { ROOT } from './repository.mjs';

/** @typedef {{ ok: boolean, output: string }} Outcome */

/**
 * Runs a program without showing its output. Never throws: if the program cannot start, is killed
 * or times out, the outcome is not ok. If it printed nothing, the output says how it ended. The
 * program ends when this process exits. Uses only Node's own modules, because no package may be
 * installed yet.
 * @param {string} command
 * @param {readonly string[]} argv
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number }} [options] `env` replaces the
 *   environment; `timeout` is in milliseconds
 * @returns {Promise<Outcome>}
 */
export async function runQuiet(command, argv, options = {}) {
  let output = '';
  try {
    const child = spawn(command, argv, {
      ...{ cwd: ROOT, killSignal: options.timeout === undefined ? 'SIGTERM' : 'SIGKILL' },
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    const end = () => child.kill();
    process.once('exit', end);
    const [code, signal] = await once(child, 'close').finally(() => process.off('exit', end));
    const ending = signal ? `killed by ${signal}` : `exit code ${code}`;
    return { ok: code === 0, output: output.trimEnd() || (code === 0 ? '' : ending) };
  } catch (error) {
    return { ok: false, output: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Runs npm without showing its output.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} [env] added to the environment
 */
export function npm(argv, env) {
  return runQuiet(...npmCommand(argv), { env: npmEnvironment(env) });
}
