import { runQuiet } from './run-quiet.mjs';

/**
 * Runs the npm that started us, or the one on PATH.
 * The outer npm's log level is not handed on: `npm --silent test` must still show why a build failed.
 * @param {string[]} argv
 * @param {NodeJS.ProcessEnv} [extra] added to the environment
 */
export function npm(argv, extra = {}) {
  const [command, args] = npmCommand(argv);
  return runQuiet(command, args, { env: npmEnvironment(extra) });
}

/**
 * @param {string[]} argv
 * @returns {[string, string[]]}
 */
export function npmCommand(argv) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...argv]] : ['npm', argv];
}

/**
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(extra = {}) {
  const env = { ...process.env, ...extra };
  delete env.npm_config_loglevel;
  return env;
}
