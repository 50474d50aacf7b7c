import { Injectable } from '@nestjs/common';
import { DomainError } from '../../infra/errors/domain-error.js';
import { saysDiskFull } from '../../infra/errors/disk-full.js';
import { BACKGROUND_NICENESS } from '../../infra/process/lower-priority.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { ProcessError } from '../../infra/process/run-process.js';
import { secondsWritten } from '../ffmpeg.js';
import { isComplaint } from '../gate/complaints.js';
import { LOCAL_ONLY } from '../local-inputs.js';
import { LastLines } from '../output/output-lines.js';
import { runMediaProgram } from '../run-media-program.js';
import { isSourceFault } from '../source-fault.js';

export interface ClipInput {
  readonly path: string;
  readonly options?: readonly string[];
}

interface ClipRun {
  readonly inputs: readonly ClipInput[];
  readonly options: readonly string[];
  readonly signal: AbortSignal;
  /** Processor time limit, in seconds. */
  readonly cpuSeconds: number;
  /** Size limit for each file that it writes, in bytes. */
  readonly fileBytes: number;
  /** Called with each chunk of ffmpeg's standard output. */
  readonly onOutput?: (chunk: Buffer) => void;
  /** Called with the amount of output written so far, seconds of media. */
  readonly onProgress?: (seconds: number) => void;
}

/**
 * Enough for 10-bit 4K video, which takes 1.3 GB with two threads (measured with ffmpeg 5.1,
 * libx265 and libvpx).
 */
const MEMORY_KB = 2 * 1024 * 1024;
/** Limits the decoder and encoder threads, because each one keeps its own frames in memory. */
const THREADS = ['-threads', '2'];
/** Generous, because other tasks may keep the machine busy. */
const WALL_MS_PER_CPU_SECOND = 4000;
const LEAST_WALL_MS = 60_000;

const MOST_COMPLAINTS = 100;

const NO_SUCH_PART =
  /Unknown encoder|No such filter|Encoder not found|Requested output format '\w+' is not/i;

@Injectable()
export class ClipProgram {
  constructor(private readonly programs: ProgramsService) {}

  /**
   * @returns the errors and the damage that ffmpeg reported.
   * @throws DomainError MUXER_MISSING, WISH_NOT_POSSIBLE if this ffmpeg lacks an encoder,
   *   DISK_FULL, SOURCE_INCOMPLETE for unreadable input, MERGE_FAILED, or the signal's reason.
   */
  async run(run: ClipRun): Promise<string[]> {
    const { signal, cpuSeconds, fileBytes, onOutput, onProgress } = run;
    const complaints: string[] = [];
    const lines = new LastLines((line) => {
      const seconds = secondsWritten(line);
      if (seconds !== null) {
        onProgress?.(seconds);
      } else if (isComplaint(line) && complaints.length < MOST_COMPLAINTS) {
        complaints.push(line);
      }
    });
    try {
      await runMediaProgram(this.programs, 'ffmpeg', argvOf(run), {
        timeoutMs: LEAST_WALL_MS + cpuSeconds * WALL_MS_PER_CPU_SECOND,
        signal,
        bounds: { memoryKb: MEMORY_KB, cpuSeconds, fileBytes },
        niceness: BACKGROUND_NICENESS,
        maxOutputBytes: Infinity,
        onOutput: (chunk) => onOutput?.(chunk),
        onError: (chunk) => lines.push(chunk),
      });
    } catch (error) {
      throw explain(error);
    }
    return complaints;
  }
}

function argvOf({ inputs, options }: ClipRun): string[] {
  const sources = inputs.flatMap(({ path, options: own = [] }) => [
    ...[...THREADS, ...LOCAL_ONLY, ...own, '-i', `file:${path}`],
  ]);
  return ['-nostdin', '-hide_banner', '-v', 'level+info', '-y', '-copyts', ...sources, ...options];
}

function explain(error: unknown): unknown {
  if (!(error instanceof ProcessError)) {
    return error;
  }
  const cause = error.stderrTail.slice(-2000);
  if (saysDiskFull(cause)) {
    return new DomainError('DISK_FULL', { cause });
  }
  if (NO_SUCH_PART.test(cause)) {
    return new DomainError('WISH_NOT_POSSIBLE', { cause });
  }
  return new DomainError(isSourceFault(error.stderrTail) ? 'SOURCE_INCOMPLETE' : 'MERGE_FAILED', {
    cause,
  });
}
