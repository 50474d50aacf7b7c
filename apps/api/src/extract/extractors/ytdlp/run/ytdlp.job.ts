import { parseJson } from '../../../../infra/json/bounded-json.js';
import { type ProcessFailure, ProcessError } from '../../../../infra/process/run-process.js';
import type { YtdlpBounds } from './ytdlp.bounds.js';

/** One page to be read by yt-dlp. */
export interface YtdlpJob {
  readonly argv: readonly string[];
  readonly bounds: YtdlpBounds;
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
  /**
   * Called with the process number of yt-dlp. @returns what is called when it has ended.
   * @throws when it must not go on, having killed it.
   */
  readonly onStart: (pid: number) => () => void;
}

/** How a run of yt-dlp ended. */
export interface Ending {
  /** Why we ended it, or why it never began; null when it ended by itself. */
  readonly ended: Exclude<ProcessFailure, 'exit'> | null;
  readonly code: number | null;
  /** The signal it died of: the bounds, the kernel short of memory, a crash. */
  readonly signal: string | null;
  readonly stderr: string;
}

const STDERR_TAIL = 8000;

/**
 * @param output of the run, if that is known.
 * @throws ProcessError unless a run went well, or read a list of which some entries failed.
 */
export function checkEnding({ ended, code, signal, stderr }: Ending, output = ''): void {
  const reason = ended ?? (signal === null && code === 0 ? null : 'exit');
  const isPartial = reason === 'exit' && signal === null && code === 1 && hasEntries(output);
  if (reason !== null && !isPartial) {
    const said = [stderr.trimEnd(), ...(signal === null ? [] : [`ended by ${signal}`])].join('\n');
    throw new ProcessError(reason, code, said.slice(-STDERR_TAIL));
  }
}

/** An entry that failed is null, in a list that is told all the same. */
function hasEntries(output: string): boolean {
  try {
    const { entries } = parseJson(output) as { readonly entries?: unknown };
    return Array.isArray(entries) && entries.some((entry) => entry !== null);
  } catch {
    // Nothing, or "null", which has no entries.
    return false;
  }
}
