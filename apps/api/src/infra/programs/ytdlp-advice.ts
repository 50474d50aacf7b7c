import { shortcomingsOf, usesJsRuntime, YT_DLP_FLOOR } from './ytdlp-version.js';

interface Situation {
  readonly version: string;
  readonly hasJsRuntime: boolean;
  /** Null: not known. */
  readonly hasSolverScripts: boolean | null;
  /** YT_DLP_PATH names it, so that updating it is for the operator to do. */
  readonly isGiven: boolean;
  /** Of the Python that imports it, where one does. */
  readonly interpreter: string | null;
}

/** What an operator should know of the yt-dlp in use, with the command that mends it: a sentence each. */
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
      'yt-dlp has no JavaScript runtime, so YouTube works only in part; install Deno 2.3 or newer, or run Dipper with Node 22 or newer',
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
    `yt-dlp ${version} comes without its solver scripts (yt-dlp-ejs), so YouTube works only in part; ${remedy}`,
  ];
}
