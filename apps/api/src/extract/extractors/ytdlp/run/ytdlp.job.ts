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

/** @throws ProcessError unless a run went well. */
export function checkEnding({ ended, code, signal, stderr }: Ending): void {
  const reason = ended ?? (signal === null && code === 0 ? null : 'exit');
  if (reason !== null) {
    const said = [stderr.trimEnd(), ...(signal === null ? [] : [`ended by ${signal}`])].join('\n');
    throw new ProcessError(reason, code, said.slice(-STDERR_TAIL));
  }
}
