import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ENV, type Env } from '../env/env.module.js';
import { searchPath } from '../env/system-env.js';
import { EncoderReader } from './encoder-reader.js';
import { findProgram } from './find-program.js';

const NAMES = ['ffmpeg', 'ffprobe'] as const;
export type ProgramName = (typeof NAMES)[number];

const VARIABLES = { ffmpeg: 'FFMPEG_PATH', ffprobe: 'FFPROBE_PATH' } as const;

/**
 * Finds ffmpeg and ffprobe: at the path in the program's variable if it is set, and otherwise on
 * PATH. The search is repeated at each use, so installing a missing program requires no restart.
 * (yt-dlp has a separate search: extract/extractors/ytdlp/program.)
 */
@Injectable()
export class ProgramsService implements OnModuleInit {
  private readonly logger = new Logger('Programs');
  private readonly ffmpegEncoders = new EncoderReader();

  constructor(@Inject(ENV) private readonly env: Pick<Env, 'FFMPEG_PATH' | 'FFPROBE_PATH'>) {}

  onModuleInit(): void {
    for (const name of NAMES) {
      if (this.find(name) === null) {
        this.logger.warn(
          `${name} was not found; install it, or set ${VARIABLES[name]} to its path`,
        );
      }
    }
  }

  /** @throws Error if a program is missing */
  requireAll(): void {
    const missing = NAMES.filter((name) => this.find(name) === null);
    if (missing.length > 0) {
      throw new Error(missing.join());
    }
  }

  /** The path of a program; null if it is missing. */
  find(name: ProgramName): string | null {
    const given = this.env[VARIABLES[name]];
    return given === undefined
      ? findProgram(name, [], searchPath())
      : findProgram(given, [given], '');
  }

  /** The encoders of the ffmpeg in use; empty if there is no ffmpeg. */
  encoders(): Promise<ReadonlySet<string>> {
    return this.ffmpegEncoders.of(this.find('ffmpeg'));
  }
}
