import { ProcessError, runProcess } from '../../../../infra/process/run-process.js';

const ANSWER_TIMEOUT_MS = 20_000;

/**
 * True if a yt-dlp includes the scripts that solve YouTube's challenges (yt-dlp-ejs). Official
 * releases include them; those from pip and distributions may not.
 * @returns null if the program does not report it
 */
export async function hasSolverScripts(path: string): Promise<boolean | null> {
  // Without a link, yt-dlp prints its components and then fails.
  const header = await runProcess(path, ['--ignore-config', '--verbose'], {
    timeoutMs: ANSWER_TIMEOUT_MS,
  }).catch((error: unknown) => (error instanceof ProcessError ? error.stderrTail : ''));
  const libraries = /^\[debug\] Optional libraries: (.*)$/m.exec(header)?.[1];
  return libraries === undefined ? null : /\byt_dlp_ejs\b/.test(libraries);
}
