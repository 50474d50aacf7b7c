import { shortcomingsOf, usesJsRuntime, YT_DLP_FLOOR } from './version.js';

interface Situation {
  readonly version: string;
  readonly hasJsRuntime: boolean;
  readonly hasSolverScripts: boolean | null;
  /** True if YT_DLP_PATH sets the program, which means that the operator has to update it. */
  readonly isGiven: boolean;
  /** The Python that imports this yt-dlp, if there is one. */
  readonly interpreter: string | null;
}

/**
 * Advice for operators about the yt-dlp in use. Each item is a sentence with the command that fixes
 * the problem.
 */
export function adviceOn(situation: Situation): string[] {
  const { version, hasJsRuntime, isGiven, interpreter } = situation;
  const shortcomings = shortcomingsOf(version);
  const old =
    shortcomings === null
      ? []
      : [`yt-dlp ${version} is older than ${YT_DLP_FLOOR}: ${shortcomings}`];
  if (!usesJsRuntime(version)) {
    return old;
  }
  if (!hasJsRuntime) {
    return [
      ...old,
      'yt-dlp has no JavaScript runtime, so YouTube works only partly; install Deno 2.3 or newer, or run Dipper with Node 22 or newer',
    ];
  }
  if (situation.hasSolverScripts !== false) {
    return old;
  }
  const remedy = isGiven
    ? `run: ${interpreter ?? 'python3'} -m pip install -U "yt-dlp[default]"`
    : 'run: npm run update:yt-dlp';
  return [
    ...old,
    `yt-dlp ${version} comes without its solver scripts (yt-dlp-ejs), so YouTube works only partly; ${remedy}`,
  ];
}
