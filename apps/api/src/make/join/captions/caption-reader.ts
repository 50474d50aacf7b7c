import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../infra/errors/domain-error.js';
import { ProgramsService } from '../../../infra/programs/programs.service.js';
import { LOCAL_ONLY } from '../../local-inputs.js';
import { runMediaProgram } from '../../run-media-program.js';
import type { Cue } from '../../subtitle/cue.js';
import { parseSubRip } from '../../subtitle/parse/parse-timed-lines.js';

const DEADLINE_MS = 120_000;
const BOUNDS = { memoryKb: 1024 * 1024, cpuSeconds: 120, fileBytes: 0 };
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
/** Tolerance for times in seconds, because containers round them to milliseconds. */
const ROUNDING_SECONDS = 0.01;
/**
 * Maximum delay of all cues, in seconds. Audio that begins a little before the video delays the
 * video and its cues.
 */
const MOST_LATER = 0.25;

@Injectable()
export class CaptionReader {
  constructor(private readonly programs: ProgramsService) {}

  /**
   * Checks that the first subtitle track of a file has these cues.
   * @throws DomainError MERGE_FAILED if they differ or cannot be read, or MUXER_MISSING; the
   *   signal's reason.
   */
  async check(path: string, cues: readonly Cue[], signal: AbortSignal): Promise<void> {
    const found = (await this.read(path, signal)).filter(({ text }) => text !== '');
    const later = cues.map(({ start }, at) => (found[at]?.start ?? NaN) - start);
    const [first = 0] = later;
    const isSame =
      found.length === cues.length &&
      Math.abs(first) < MOST_LATER &&
      later.every((seconds) => Math.abs(seconds - first) < ROUNDING_SECONDS);
    if (!isSame) {
      const cause = `${found.length} cues of ${cues.length}, the first ${first} s later`;
      throw new DomainError('MERGE_FAILED', { cause });
    }
  }

  private async read(path: string, signal: AbortSignal): Promise<Cue[]> {
    const input = ['-nostdin', '-v', 'error', ...LOCAL_ONLY, '-i', `file:${path}`];
    try {
      const text = await runMediaProgram(
        this.programs,
        'ffmpeg',
        [...input, '-map', '0:s:0', '-c:s', 'srt', '-f', 'srt', 'pipe:1'],
        { timeoutMs: DEADLINE_MS, maxOutputBytes: MAX_TEXT_BYTES, bounds: BOUNDS, signal },
      );
      return await parseSubRip(text);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof DomainError
        ? error
        : new DomainError('MERGE_FAILED', { cause: error });
    }
  }
}
