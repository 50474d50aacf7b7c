import { create } from 'yt-dlp-exec';
import { killGroup } from '../../../infra/process/kill-group.js';
import { LEASH, scrubbedEnv } from '../../../infra/process/leash.js';
import { ProcessError } from '../../../infra/process/run-process.js';
import type { YtdlpBounds } from './ytdlp.bounds.js';

interface YtdlpRun {
  readonly path: string;
  readonly argv: readonly string[];
  readonly bounds: YtdlpBounds;
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /**
   * Called with the process number of yt-dlp. @returns what is called when it has ended.
   * @throws when it must not go on, having killed it.
   */
  readonly onStart: (pid: number) => () => void;
}

/** As execa has it, whose types say that there is always an exit code. */
interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | undefined;
  readonly signal?: string | undefined;
}

/**
 * Runs yt-dlp (through yt-dlp-exec; only this file knows that package) on our leash.
 * @returns its standard output.
 * @throws ProcessError
 */
export async function runYtdlp({
  path,
  argv,
  bounds,
  env,
  signal,
  onStart,
}: YtdlpRun): Promise<string> {
  // yt-dlp-exec puts "url" first and would build flags of an object: a list in its place is passed
  // as it stands, so that order, `--` and repeated flags are ours.
  const child = create(LEASH).exec(
    [path, ...argv] as unknown as string,
    {},
    {
      detached: true,
      extendEnv: false,
      env: { ...scrubbedEnv(bounds), ...env },
      stdin: 'ignore',
      maxBuffer: bounds.outputBytes,
      reject: false,
    },
  );
  const forget = child.pid === undefined ? null : onStart(child.pid);
  let reason: 'timeout' | 'aborted' | null = null;
  const end = (why: 'timeout' | 'aborted'): void => {
    reason ??= why;
    if (child.pid !== undefined) {
      killGroup(child.pid, 'SIGKILL');
    }
  };
  const deadline = setTimeout(() => end('timeout'), bounds.deadlineMs);
  const onAbort = (): void => end('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) {
    onAbort();
  }
  try {
    const { stdout, stderr, exitCode, signal: endedBy }: Outcome = await child;
    if (child.pid !== undefined) {
      // What it started itself goes with it.
      killGroup(child.pid, 'SIGKILL');
    }
    const failed = reason ?? failureOf({ pid: child.pid, exitCode, endedBy });
    if (failed !== null) {
      const said = endedBy === undefined ? stderr : `${stderr}\nended by ${endedBy}`;
      throw new ProcessError(failed, exitCode ?? null, said.slice(-8000));
    }
    return stdout;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', onAbort);
    forget?.();
  }
}

interface Ending {
  readonly pid: number | undefined;
  readonly exitCode: number | undefined;
  readonly endedBy: string | undefined;
}

/** What an ending means; `null` is success. */
function failureOf({ pid, exitCode, endedBy }: Ending): 'exit' | 'spawn' | 'output' | null {
  if (exitCode === undefined && pid !== undefined) {
    // It ran. By a signal (the bounds, the kernel short of memory, a crash), or it still runs and
    // has said more than is taken: execa then waits no longer.
    return endedBy === undefined ? 'output' : 'exit';
  }
  switch (exitCode) {
    case 0:
      return null;
    case 126:
    case 127:
    case undefined:
      return 'spawn';
    default:
      return 'exit';
  }
}
