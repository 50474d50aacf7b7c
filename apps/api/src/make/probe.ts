import { Injectable } from '@nestjs/common';
import { DomainError } from '../infra/errors/domain-error.js';
import { ProgramsService } from '../infra/programs/programs.service.js';
import { ProcessError } from '../infra/process/run-process.js';
import { LOCAL_ONLY } from './local-inputs.js';
import { type PlacedPacket, toPlacedPacket } from './gate/blank-packets.js';
import { OutputLines } from './output/output-lines.js';
import { type Probe, probeSchema, toProbe } from './probe-schema.js';
import { runMediaProgram } from './run-media-program.js';

const DEADLINE_MS = 60_000;

/**
 * Measured with ffprobe 5.1: an MP4 of 6 h with 2.3 million frames in its index takes 150 MB and
 * 0.2 s; decoding 8K frames takes 256 MB. Files that need more than these limits are refused as
 * hostile.
 */
const BOUNDS = { memoryKb: 1024 * 1024, cpuSeconds: 30, fileBytes: 0 };

@Injectable()
export class Prober {
  constructor(private readonly programs: ProgramsService) {}

  /**
   * @param media the path of a file, or the bytes at its start.
   * @returns null if the file is not media that ffprobe can read within its bounds.
   * @throws DomainError MUXER_MISSING; the signal's reason.
   */
  async probe(media: string | Buffer, signal: AbortSignal): Promise<Probe | null> {
    const described = await this.describe(media, signal);
    const parsed = probeSchema.safeParse(described);
    return parsed.success ? toProbe(parsed.data) : null;
  }

  /**
   * Everything that ffprobe reports about a file and its streams.
   * @returns null if the file is not media that ffprobe can read within its bounds.
   * @throws DomainError MUXER_MISSING; the signal's reason.
   */
  async describe(media: string | Buffer, signal: AbortSignal): Promise<unknown> {
    try {
      const output = await runMediaProgram(
        this.programs,
        'ffprobe',
        argvFor(media, ['-show_format', '-show_streams', '-of', 'json']),
        {
          ...(typeof media !== 'string' && { input: media }),
          timeoutMs: DEADLINE_MS,
          signal,
          bounds: BOUNDS,
        },
      );
      return JSON.parse(output) as unknown;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DomainError) {
        throw error;
      }
      return null;
    }
  }

  /**
   * Lists the video and audio packets with their positions in the file.
   * @param keep selects the packets to return, because long files have hundreds of thousands.
   * @throws DomainError MUXER_MISSING; the signal's reason.
   */
  async packets(
    path: string,
    keep: (packet: PlacedPacket) => boolean,
    signal: AbortSignal,
  ): Promise<PlacedPacket[]> {
    const found: PlacedPacket[] = [];
    const output = new OutputLines('table');
    const onOutput = (chunk: Buffer): void => {
      found.push(
        ...output
          .push(chunk)
          .flatMap((line) => toPlacedPacket(line) ?? [])
          .filter(keep),
      );
    };
    const entries = ['-show_entries', 'packet=codec_type,pts_time,size,pos', '-of', 'csv=p=0'];
    try {
      await runMediaProgram(this.programs, 'ffprobe', argvFor(path, entries), {
        ...{ timeoutMs: DEADLINE_MS, signal, bounds: BOUNDS },
        ...{ onOutput, maxOutputBytes: Infinity },
      });
    } catch (error) {
      // Use the packets that ffprobe read, even if it failed later.
      if (!(error instanceof ProcessError)) {
        throw error;
      }
    }
    return found;
  }
}

function argvFor(media: string | Buffer, wanted: readonly string[]): string[] {
  const input = typeof media === 'string' ? `file:${media}` : 'pipe:0';
  return ['-v', 'error', ...LOCAL_ONLY, ...wanted, input];
}
