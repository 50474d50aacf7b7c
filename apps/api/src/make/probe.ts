import { Injectable } from '@nestjs/common';
import { DomainError } from '../infra/http/domain-error.js';
import { ProgramsService } from '../infra/programs/programs.service.js';
import { ProcessError, runProcess } from '../infra/process/run-process.js';
import { LOCAL_ONLY } from './local-inputs.js';
import { type Probe, probeSchema, toProbe } from './probe-schema.js';

const DEADLINE_MS = 60_000;

/**
 * Measured (ffprobe 5.1): 150 MB and 0.2 s for an MP4 of 6 h with 2.3 million frames in its index,
 * 256 MB for the frames of 8K that it decodes. What a hostile file claims beyond that is refused.
 */
const BOUNDS = { memoryKb: 1024 * 1024, cpuSeconds: 30, fileBytes: 0 };

/** Looks into files with ffprobe. */
@Injectable()
export class Prober {
  constructor(private readonly programs: ProgramsService) {}

  /**
   * @returns null when the file is not media that ffprobe can read within its bounds.
   * @throws DomainError MUXER_MISSING
   */
  async probe(path: string, signal: AbortSignal): Promise<Probe | null> {
    const program = this.programs.find('ffprobe');
    if (program === null) {
      throw new DomainError('MUXER_MISSING');
    }
    const argv = [
      '-v',
      'error',
      ...LOCAL_ONLY,
      '-show_format',
      '-show_streams',
      '-of',
      'json',
      `file:${path}`,
    ];
    try {
      const output = await runProcess(program, argv, {
        timeoutMs: DEADLINE_MS,
        signal,
        bounds: BOUNDS,
      });
      return toProbe(probeSchema.parse(JSON.parse(output)));
    } catch (error) {
      if (error instanceof ProcessError && error.reason === 'spawn') {
        throw new DomainError('MUXER_MISSING', { cause: error });
      }
      if (signal.aborted) {
        throw signal.reason;
      }
      return null;
    }
  }
}
