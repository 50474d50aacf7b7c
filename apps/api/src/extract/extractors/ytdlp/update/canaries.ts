import { DomainError } from '../../../../infra/errors/domain-error.js';
import { ProcessError, runProcess } from '../../../../infra/process/run-process.js';
import type { JsRuntime } from '../program/js-runtime.js';
import { readYtdlpInfo } from '../info/read-ytdlp-info.js';
import type { SiteAccess, SiteSession } from '../access/site-access.js';
import { ytdlpArgv } from '../ytdlp.argv.js';
import { YTDLP_BOUNDS } from '../run/ytdlp.bounds.js';
import { ytdlpErrorCode } from '../ytdlp.errors.js';
import { ytdlpInfoSchema } from '../info/ytdlp.schema.js';
import { withCanaryOrigin } from './canary-origin.js';

export interface Candidate {
  readonly path: string;
  readonly version: string;
}

interface TrialContext {
  readonly access: Pick<SiteAccess, 'open'>;
  readonly jsRuntime: JsRuntime | null;
  readonly cacheDir: string;
  readonly signal: AbortSignal;
}

/** The formats expected on our own canary pages, as "ext height". */
const RECORDED: readonly (readonly [page: string, formats: string])[] = [
  ['/clip.mp4', 'mp4 -'],
  ['/hls/main.m3u8', 'mp4 -, mp4 360, mp4 720'],
  ['/dash/main.mpd', 'm4a -, mp4 360, mp4 720'],
  ['/podcast', 'mp3 -'],
  ['/feed.xml', 'mp3 -'],
];

/** A missing page. yt-dlp must report it in words that we can classify. */
const GONE = '/gone';

/**
 * Tests a yt-dlp on our own canary pages, with the flags and the parsing of a real extraction.
 * @returns the first failure; null if it passes
 */
export function recordedFailure(
  candidate: Candidate,
  context: TrialContext,
): Promise<string | null> {
  return withCanaryOrigin(async (origin) => {
    // One run reads all pages, because starting yt-dlp takes most of the time. It ends at the first
    // page that fails.
    const urls = [...RECORDED.map(([page]) => origin + page), origin + GONE];
    const { answers, failure } = await ask(candidate, context, { urls, extractors: ['generic'] });
    for (const [nth, [page, expected]] of RECORDED.entries()) {
      const given = answers[nth] === undefined ? failure : formatsIn(answers[nth], origin + page);
      if (given !== expected) {
        return `${page}: ${given ?? 'no answer'} instead of ${expected}`;
      }
    }
    return ytdlpErrorCode(failure ?? '') === 'MEDIA_REMOVED'
      ? null
      : `${GONE}: ${failure ?? 'an answer'} instead of a 404`;
  });
}

/** True if a yt-dlp finds media on a live page, which is read in the same way as for a visitor. */
export async function findsMedia(
  candidate: Candidate,
  context: TrialContext,
  url: string,
): Promise<boolean> {
  const session = await context.access.open(url, YTDLP_BOUNDS.receivedBytes);
  try {
    const { answers } = await ask(candidate, context, {
      urls: [url],
      extractors: undefined,
      session,
    });
    return answers[0] !== undefined && !UNREADABLE.has(formatsIn(answers[0], url));
  } finally {
    await session.close();
  }
}

interface Pages {
  readonly urls: readonly string[];
  readonly extractors: readonly string[] | undefined;
  /**
   * The proxy session. Omitted for our own pages, because the egress guard would refuse requests to
   * them.
   */
  readonly session?: SiteSession;
}

/**
 * @returns the info JSON of each page before the first one that fails, and the error for that page
 */
async function ask(
  { path, version }: Candidate,
  { jsRuntime, cacheDir, signal }: TrialContext,
  { urls: [url = '', ...others], extractors, session }: Pages,
): Promise<{ answers: string[]; failure: string | null }> {
  const argv = ytdlpArgv({
    url,
    item: 1,
    version,
    extractors,
    jsRuntime: jsRuntime?.option ?? null,
    subtitles: true,
    proxyUrl: session?.proxyUrl ?? '',
    cookiesFile: session?.cookiesFile ?? null,
    extractorArgs: session?.extractorArgs ?? [],
    cacheDir,
  });
  const output: Buffer[] = [];
  const failure = await runProcess(path, [...argv, ...others], {
    timeoutMs: YTDLP_BOUNDS.deadlineMs,
    maxOutputBytes: YTDLP_BOUNDS.outputBytes,
    bounds: YTDLP_BOUNDS,
    env: jsRuntime?.env ?? {},
    signal: session === undefined ? signal : AbortSignal.any([signal, session.overspent]),
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

/** The last line on standard error or, if there is none, how the program ended. */
export function lastLine(error: ProcessError): string {
  return error.stderrTail.trim().split('\n').at(-1)?.trim() || error.message;
}
