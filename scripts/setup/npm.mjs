/**
 * Returns the command that runs npm: the npm that started this script, or else the one on PATH.
 * @param {string[]} argv
 * @returns {[command: string, argv: string[]]}
 */
export function npmCommand(argv) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...argv]] : ['npm', argv];
}

/**
 * Returns the environment for npm. The outer npm's log level is left out, so that `npm --silent
 * test` still shows why a build failed.
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(extra = {}) {
  const env = { ...process.env, ...extra };
  delete env.npm_config_loglevel;
  return env;
}
