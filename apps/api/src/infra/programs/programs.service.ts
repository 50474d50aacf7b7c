import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { searchPath } from '../env/system-env.js';
import { repositoryRoot } from '../process/api-root.js';
import { findProgram } from './find-program.js';
import { bundledDeno, type JsRuntime, JsRuntimeFinder } from './js-runtime.js';
import { PROGRAMS_OPTIONS, type ProgramsOptions } from './programs.options.js';
import { hasSolverScripts } from './solver-scripts.js';
import { type YtDlpProgram, YtDlpReader } from './ytdlp-program.js';
import { adviceOn } from './ytdlp-advice.js';
import { usesJsRuntime } from './ytdlp-version.js';

export type ProgramName = 'yt-dlp' | 'ffmpeg' | 'ffprobe';

/** The yt-dlp that its npm package fetched at install time, where it could. */
const BUNDLED_YT_DLP = fileURLToPath(
  new URL('node_modules/yt-dlp-exec/bin/yt-dlp', repositoryRoot),
);

/**
 * Where the programs are. A variable that names one decides alone; else the bundled one, then PATH.
 * Looked up again at each use: an operator who installs a missing one need not restart.
 */
@Injectable()
export class ProgramsService implements OnModuleInit {
  private readonly logger = new Logger('Programs');
  private readonly ytDlps = new YtDlpReader();
  private readonly jsRuntimes = new JsRuntimeFinder();
  private advisedOn: string | null = null;

  constructor(@Inject(PROGRAMS_OPTIONS) private readonly options: ProgramsOptions) {}

  async onModuleInit(): Promise<void> {
    for (const name of ['yt-dlp', 'ffmpeg', 'ffprobe'] as const) {
      if (this.find(name) === null) {
        this.logger.warn(
          `${name} was not found; install it, or set ${VARIABLES[name]} to its path`,
        );
      }
    }
    await this.ytDlp();
  }

  /** The path of a program, or null when it is not on this machine. */
  find(name: ProgramName): string | null {
    const given = this.options[VARIABLES[name]];
    return given === undefined
      ? findProgram(name, name === 'yt-dlp' ? [BUNDLED_YT_DLP] : [], searchPath())
      : findProgram(given, [given], '');
  }

  /** The yt-dlp in use, also after it was updated; null when there is none that runs. */
  async ytDlp(): Promise<YtDlpProgram | null> {
    const path = this.find('yt-dlp');
    const program = path === null ? null : await this.ytDlps.read(path);
    if (program !== null) {
      void this.advise(program);
    }
    return program;
  }

  /** Version of the yt-dlp in use ("2026.07.04"), or null when there is none that runs. */
  async ytDlpVersion(): Promise<string | null> {
    return (await this.ytDlp())?.version ?? null;
  }

  /** What yt-dlp may run JavaScript with; null: nothing. */
  jsRuntime(): Promise<JsRuntime | null> {
    return this.jsRuntimes.find({
      searchPath: searchPath(),
      own: { path: process.execPath, version: process.versions.node },
      bundled: bundledDeno(),
      cacheDir: join(this.options.DATA_DIR, 'cache'),
    });
  }

  /** Tells the operator what the yt-dlp in use lacks, once for each that comes into use. */
  private async advise({ path, version, fingerprint, python }: YtDlpProgram): Promise<void> {
    if (this.advisedOn === fingerprint) {
      return;
    }
    this.advisedOn = fingerprint;
    const hasJsRuntime = (await this.jsRuntime()) !== null;
    const advice = adviceOn({
      version,
      hasJsRuntime,
      hasSolverScripts:
        hasJsRuntime && usesJsRuntime(version) ? await hasSolverScripts(path) : null,
      isGiven: this.options.YT_DLP_PATH !== undefined,
      interpreter: python?.interpreter ?? null,
    });
    advice.forEach((sentence) => this.logger.warn(sentence));
  }
}

const VARIABLES = {
  'yt-dlp': 'YT_DLP_PATH',
  ffmpeg: 'FFMPEG_PATH',
  ffprobe: 'FFPROBE_PATH',
} as const;
