import { ProcessError, runProcess } from '../process/run-process.js';

const ANSWER_TIMEOUT_MS = 20_000;

/**
 * Whether a yt-dlp has the scripts that solve YouTube's challenges (yt-dlp-ejs): official releases
 * include them, pip and distributions may not.
 * @returns null when it does not say.
 */
export async function hasSolverScripts(path: string): Promise<boolean | null> {
  // Without a link it prints its components and fails.
  const header = await runProcess(path, ['--ignore-config', '--verbose'], {
    timeoutMs: ANSWER_TIMEOUT_MS,
  }).catch((error: unknown) => (error instanceof ProcessError ? error.stderrTail : ''));
  const libraries = /^\[debug\] Optional libraries: (.*)$/m.exec(header)?.[1];
  return libraries === undefined ? null : /\byt_dlp_ejs\b/.test(libraries);
}
