import { Injectable } from '@nestjs/common';
import { DomainError } from '../../infra/errors/domain-error.js';
import { ProcessError } from '../../infra/process/run-process.js';
import { ProgramsService } from '../../infra/programs/programs.service.js';
import { LOCAL_ONLY } from '../local-inputs.js';
import { runMediaProgram } from '../run-media-program.js';
import { endianness } from 'node:os';
import { PeakMeter, SAMPLE_RATE } from './peak-meter.js';

/** ffmpeg's name for signed 16-bit samples in native byte order. */
const SAMPLES = endianness() === 'LE' ? 's16le' : 's16be';
/** On an idle machine, an hour of MP3 takes ffmpeg 2.8 s and our own process 0.4 s. */
const DEADLINE_MS = 120_000;
/** Waveforms are only decoration, so merges, checks and requests get priority. */
const NICENESS = 15;
const BOUNDS = { memoryKb: 512 * 1024, cpuSeconds: 60, fileBytes: 0 };

/** Measures the loudness of a file with ffmpeg, streaming the samples through a pipe. */
@Injectable()
export class PeakReader {
  constructor(private readonly programs: ProgramsService) {}

  /**
   * @param path a local file
   * @returns `WAVEFORM_LENGTH` numbers; null for a file without readable audio.
   * @throws DomainError MUXER_MISSING, or BUSY if the machine is too slow; the signal's reason.
   */
  async read(path: string, signal: AbortSignal): Promise<Uint8Array | null> {
    const meter = new PeakMeter();
    try {
      await runMediaProgram(this.programs, 'ffmpeg', argvOf(path), {
        timeoutMs: DEADLINE_MS,
        niceness: NICENESS,
        signal,
        bounds: BOUNDS,
        // There may be hours of samples. The limit on processor time stops endless files.
        maxOutputBytes: Infinity,
        onOutput: (chunk) => meter.push(chunk),
      });
    } catch (error) {
      if (!(error instanceof ProcessError)) {
        throw error;
      }
      if (error.reason === 'timeout') {
        throw new DomainError('BUSY', { cause: error });
      }
      // If the audio cannot be read to its end, there is no waveform, because a part would look
      // like the whole.
      return null;
    }
    return meter.result();
  }
}

function argvOf(path: string): string[] {
  return [
    ...['-nostdin', '-nostats', '-hide_banner', '-v', 'error', '-threads', '1', ...LOCAL_ONLY],
    ...['-i', `file:${path}`, '-map', '0:a:0'],
    ...['-ac', '1', '-ar', String(SAMPLE_RATE), '-f', SAMPLES, 'pipe:1'],
  ];
}
