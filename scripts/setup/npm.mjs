/**
 * The command that runs the npm that started us, or the one on PATH.
 * @param {string[]} argv
 * @returns {[command: string, argv: string[]]}
 */
export function npmCommand(argv) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...argv]] : ['npm', argv];
}

/**
 * The environment for that npm, without the outer npm's log level, so that `npm --silent test` still
 * shows why a build failed.
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(extra = {}) {
  const env = { ...process.env, ...extra };
  delete env.npm_config_loglevel;
  return env;
}
