import { killGroup } from '../../../../infra/process/kill-group.js';
import { LEASH, leashedEnv } from '../../../../infra/process/leash.js';
import { yieldToRequests } from '../../../../infra/process/lower-priority.js';
import { checkRunResult, type YtdlpJob } from './ytdlp.job.js';

interface CommandJob extends YtdlpJob {
  readonly path: string;
}

/** The result from execa. Its own types claim that there is always an exit code. */
interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  readonly signal?: string | undefined;
}

/**
 * Flags in the form that dargs expects, which builds the arguments for yt-dlp-exec. It passes the
 * list `_` on unchanged and in order, so `--` and repeated flags are up to us. `version` is never
 * set; yt-dlp-exec's types accept only flags of which they know at least one.
 */
interface Flags {
  readonly _: readonly string[];
  readonly version?: never;
}

/**
 * Runs yt-dlp within our limits (`LEASH`), through yt-dlp-exec. Only this file uses that package.
 * @returns the program's standard output
 * @throws ProcessError
 */
export async function runYtdlp({
  path,
  argv,
  bounds,
  env,
  signal,
  onStart,
}: CommandJob): Promise<string> {
  // Imported only when needed, because the server can start without it.
  const { create } = await import('yt-dlp-exec');
  // The program that yt-dlp-exec starts is the leash, whose first argument is yt-dlp.
  const flags: Flags = { _: argv };
  const child = create(LEASH).exec(path, flags, {
    detached: true,
    extendEnv: false,
    env: { ...leashedEnv(bounds), ...env },
    stdin: 'ignore',
    maxBuffer: bounds.outputBytes,
    reject: false,
  });
  yieldToRequests(child.pid);
  const forget = child.pid === undefined ? null : onStart(child.pid);
  let reason: 'timeout' | 'aborted' | null = null;
  const end = (why: 'timeout' | 'aborted'): void => {
    reason ??= why;
    if (child.pid !== undefined) {
      killGroup(child.pid);
    }
  };
  const deadline = setTimeout(() => end('timeout'), bounds.deadlineMs);
  const onAbort = (): void => end('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) {
    onAbort();
  }
  try {
    const { stdout, stderr, exitCode, signal: endedBy }: CommandResult = await child;
    if (child.pid !== undefined) {
      // The processes that yt-dlp started must also be killed.
      killGroup(child.pid);
    }
    const ended = reason ?? failureOf({ pid: child.pid, exitCode, endedBy });
    checkRunResult({ ended, code: exitCode ?? null, signal: endedBy ?? null, stderr }, stdout);
    return stdout;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', onAbort);
    forget?.();
  }
}

interface Exit {
  readonly pid: number | undefined;
  readonly exitCode: number | undefined;
  readonly endedBy: string | undefined;
}

/** Why yt-dlp has no exit status; null if it ran, whether or not it succeeded. */
function failureOf({ pid, exitCode, endedBy }: Exit): 'spawn' | 'output' | null {
  if (exitCode === undefined && pid !== undefined) {
    // yt-dlp was killed by a signal, or it is still running after too much output, at which point
    // execa stops waiting.
    return endedBy === undefined ? 'output' : null;
  }
  return exitCode === undefined || exitCode === 126 || exitCode === 127 ? 'spawn' : null;
}
