import { DomainError } from '../infra/errors/domain-error.js';
import { ProcessError, runProcess, type RunOptions } from '../infra/process/run-process.js';
import type { ProgramName, ProgramsService } from '../infra/programs/programs.service.js';

interface MediaRun extends Omit<RunOptions, 'signal'> {
  readonly signal: AbortSignal;
}

/**
 * Runs ffmpeg or ffprobe.
 * @returns its output, unless `onOutput` receives it
 * @throws DomainError MUXER_MISSING; the signal's reason; ProcessError if the program fails
 */
export async function runMediaProgram(
  programs: Pick<ProgramsService, 'find'>,
  name: ProgramName,
  argv: readonly string[],
  options: MediaRun,
): Promise<string> {
  const program = programs.find(name);
  if (program === null) {
    throw new DomainError('MUXER_MISSING');
  }
  try {
    return await runProcess(program, argv, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof ProcessError && error.reason === 'spawn') {
      throw new DomainError('MUXER_MISSING', { cause: error });
    }
    throw error;
  }
}
