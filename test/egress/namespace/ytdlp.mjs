import { execFile, execFileSync } from 'node:child_process';

/** The time limit for a batch of all vectors on a busy machine, in milliseconds. */
const TIMEOUT_MS = 240_000;
/** The yt-dlp that a server on this machine would use, set by ../enter-namespace.ts. */
const PROGRAM = process.env.YT_DLP_PATH;

/** For example "2026.07.04". */
export const YT_DLP_VERSION = execFileSync(PROGRAM, ['--version'], { encoding: 'utf8' }).trim();

/**
 * Runs the real yt-dlp on several pages in one process.
 * @param {string[]} argv the flags, without `--` and URLs
 * @param {string[]} urls
 * @param {Record<string, string>} [env] variables in addition to PATH and LANG
 */
export function ytdlp(argv, urls, env = {}) {
  const options = {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024 * 1024,
  };
  return new Promise((resolve) => {
    execFile(PROGRAM, [...argv, '--', ...urls], options, (error, stdout, stderr) => {
      const infos = stdout.split('\n').filter(Boolean).flatMap(parsed);
      resolve({ exitCode: error?.code ?? 0, infos, stderr: error?.killed ? 'timeout' : stderr });
    });
  });
}

function parsed(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/**
 * Returns every URL that a download of an extraction would fetch: the URLs of its formats and of
 * their fragments.
 */
export function entriesOf(info) {
  return (info?.formats ?? []).flatMap((format) => [
    format.url,
    ...(format.fragments ?? []).map((fragment) => fragment.url ?? format.fragment_base_url),
  ]);
}
