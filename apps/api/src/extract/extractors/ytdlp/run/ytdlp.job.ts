import { parseJson } from '../../../../infra/json/bounded-json.js';
import { type ProcessFailure, ProcessError } from '../../../../infra/process/run-process.js';
import type { YtdlpBounds } from './ytdlp.bounds.js';

export interface YtdlpJob {
  readonly argv: readonly string[];
  readonly bounds: YtdlpBounds;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
  /**
   * Called with yt-dlp's process id.
   * @returns a callback for when the process has ended
   * @throws if the process must not continue; it is then killed
   */
  readonly onStart: (pid: number) => () => void;
}

export interface RunResult {
  /** Why we stopped the run, or why it never started; null if yt-dlp exited on its own. */
  readonly ended: Exclude<ProcessFailure, 'exit'> | null;
  readonly code: number | null;
  /**
   * The signal that killed yt-dlp: because of a limit, a crash, or the kernel's out-of-memory
   * killer.
   */
  readonly signal: string | null;
  readonly stderr: string;
}

const STDERR_TAIL = 8000;

/**
 * Checks the result of a run.
 * @param output the output of the run, if known
 * @throws ProcessError unless the run succeeded, or read a list of which only some entries failed
 */
export function checkRunResult({ ended, code, signal, stderr }: RunResult, output = ''): void {
  const reason = ended ?? (signal === null && code === 0 ? null : 'exit');
  const isPartial = reason === 'exit' && signal === null && code === 1 && hasEntries(output);
  if (reason !== null && !isPartial) {
    const details = [stderr.trimEnd(), ...(signal === null ? [] : [`ended by ${signal}`])].join(
      '\n',
    );
    throw new ProcessError(reason, code, details.slice(-STDERR_TAIL));
  }
}

/** True if the output is a list with usable entries. A failed entry is null. */
function hasEntries(output: string): boolean {
  try {
    const { entries } = parseJson(output) as { readonly entries?: unknown };
    return Array.isArray(entries) && entries.some((entry) => entry !== null);
  } catch {
    // There is no output, or the output is "null", which has no entries.
    return false;
  }
}
