import { DomainError } from '../../../../infra/http/domain-error.js';
import { ProcessError, runProcess } from '../../../../infra/process/run-process.js';
import type { JsRuntime } from '../../../../infra/programs/js-runtime.js';
import { readYtdlpInfo } from '../info/read-ytdlp-info.js';
import { ytdlpArgv } from '../ytdlp.argv.js';
import { YTDLP_BOUNDS } from '../run/ytdlp.bounds.js';
import { ytdlpErrorCode } from '../ytdlp.errors.js';
import { ytdlpInfoSchema } from '../info/ytdlp.schema.js';
import { withCanaryOrigin } from './canary-origin.js';

/** A yt-dlp to be tried. */
export interface Candidate {
  readonly path: string;
  readonly version: string;
}

interface Cage {
  readonly jsRuntime: JsRuntime | null;
  readonly cacheDir: string;
  readonly signal: AbortSignal;
}

/** What our own pages must give: their formats as "ext height". */
const RECORDED: readonly (readonly [page: string, formats: string])[] = [
  ['/clip.mp4', 'mp4 -'],
  ['/hls/main.m3u8', 'mp4 -, mp4 360, mp4 720'],
  ['/dash/main.mpd', 'm4a -, mp4 360, mp4 720'],
  ['/podcast', 'mp3 -'],
  ['/feed.xml', 'mp3 -'],
];

/** A page that is not there, which must be told by yt-dlp in the words that we know. */
const GONE = '/gone';

/**
 * Tries a yt-dlp on the recorded pages, with the flags and the reading of a real extraction.
 * @returns what it fails at first; null when it passes.
 */
export function recordedFailure(candidate: Candidate, cage: Cage): Promise<string | null> {
  return withCanaryOrigin(async (origin) => {
    // All in one run: what takes time is its start.
    const urls = RECORDED.map(([page]) => origin + page);
    const { answers, failure } = await ask(candidate, cage, { urls, extractors: ['generic'] });
    for (const [nth, [page, expected]] of RECORDED.entries()) {
      const given = answers[nth] === undefined ? failure : formatsIn(answers[nth], origin + page);
      if (given !== expected) {
        return `${page}: ${given ?? 'no answer'} instead of ${expected}`;
      }
    }
    const gone = await ask(candidate, cage, { urls: [origin + GONE], extractors: ['generic'] });
    return ytdlpErrorCode(gone.failure ?? '') === 'MEDIA_REMOVED'
      ? null
      : `${GONE}: ${gone.failure ?? 'an answer'} instead of a 404`;
  });
}

/** Whether a yt-dlp finds something at a page of the internet. */
export async function findsMedia(candidate: Candidate, cage: Cage, url: string): Promise<boolean> {
  const { answers } = await ask(candidate, cage, { urls: [url], extractors: undefined });
  return answers[0] !== undefined && !UNREADABLE.has(formatsIn(answers[0], url));
}

interface Pages {
  readonly urls: readonly string[];
  readonly extractors: readonly string[] | undefined;
}

/** @returns the info JSON of each page up to the first that fails, and what was said of that one. */
async function ask(
  { path, version }: Candidate,
  { jsRuntime, cacheDir, signal }: Cage,
  { urls: [url = '', ...others], extractors }: Pages,
): Promise<{ answers: string[]; failure: string | null }> {
  // Without a proxy: the pages are our own, or the operator's choice.
  const direct = { url, version, extractors, proxyUrl: '', cacheDir };
  const argv = [...ytdlpArgv({ ...direct, jsRuntime: jsRuntime?.option ?? null }), ...others];
  const output: Buffer[] = [];
  const failure = await runProcess(path, argv, {
    timeoutMs: YTDLP_BOUNDS.deadlineMs,
    maxOutputBytes: YTDLP_BOUNDS.outputBytes,
    bounds: YTDLP_BOUNDS,
    env: jsRuntime?.env ?? {},
    signal,
    onOutput: (chunk) => output.push(chunk),
  }).then(
    () => null,
    (error: unknown) => (error instanceof ProcessError ? lastLine(error) : String(error)),
  );
  signal.throwIfAborted();
  const lines = Buffer.concat(output).toString('utf8').split('\n');
  return { answers: lines.filter((line) => line !== ''), failure };
}

const NOT_JSON = 'an answer that cannot be read';
const NO_FORMATS = 'no formats';
const UNREADABLE: ReadonlySet<string> = new Set([NOT_JSON, NO_FORMATS]);

function formatsIn(answer: string, page: string): string {
  try {
    const { formats } = readYtdlpInfo(ytdlpInfoSchema.parse(JSON.parse(answer)), page);
    return formats
      .map(({ ext, height }) => `${ext} ${height ?? '-'}`)
      .sort()
      .join(', ');
  } catch (error) {
    return error instanceof DomainError ? NO_FORMATS : NOT_JSON;
  }
}

/** What a program said last, else how it ended. */
export function lastLine(error: ProcessError): string {
  return error.stderrTail.trim().split('\n').at(-1)?.trim() || error.message;
}
