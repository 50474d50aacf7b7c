import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { fileURLToPath } from 'node:url';
import { searchPath } from '../env/system-env.js';
import { repositoryRoot } from '../process/api-root.js';
import { findProgram } from './find-program.js';
import { JsRuntimeFinder } from './js-runtime.js';
import { PROGRAMS_OPTIONS, type ProgramsOptions } from './programs.options.js';
import { type YtDlpProgram, YtDlpReader } from './ytdlp-program.js';
import {
  compareVersions,
  JS_RUNTIMES_SINCE,
  shortcomingsOf,
  YT_DLP_FLOOR,
} from './ytdlp-version.js';

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

  constructor(@Inject(PROGRAMS_OPTIONS) private readonly paths: ProgramsOptions) {}

  async onModuleInit(): Promise<void> {
    for (const name of ['yt-dlp', 'ffmpeg', 'ffprobe'] as const) {
      if (this.find(name) === null) {
        this.logger.warn(
          `${name} was not found; install it, or set ${VARIABLES[name]} to its path`,
        );
      }
    }
    await this.warnOfShortcomings();
  }

  /** The path of a program, or null when it is not on this machine. */
  find(name: ProgramName): string | null {
    const given = this.paths[VARIABLES[name]];
    return given === undefined
      ? findProgram(name, name === 'yt-dlp' ? [BUNDLED_YT_DLP] : [], searchPath())
      : findProgram(given, [given], '');
  }

  /** The yt-dlp in use, also after it was updated; null when there is none that runs. */
  async ytDlp(): Promise<YtDlpProgram | null> {
    const path = this.find('yt-dlp');
    return path === null ? null : this.ytDlps.read(path);
  }

  /** Version of the yt-dlp in use ("2026.07.04"), or null when there is none that runs. */
  async ytDlpVersion(): Promise<string | null> {
    return (await this.ytDlp())?.version ?? null;
  }

  /** What yt-dlp may run JavaScript with, as its option has it ("deno:/usr/bin/deno"); null: nothing. */
  jsRuntime(): Promise<string | null> {
    const own = { path: process.execPath, version: process.versions.node };
    return this.jsRuntimes.find({ searchPath: searchPath(), own });
  }

  private async warnOfShortcomings(): Promise<void> {
    const version = await this.ytDlpVersion();
    if (version === null) {
      return;
    }
    const shortcomings = shortcomingsOf(version);
    if (shortcomings !== null) {
      this.logger.warn(`yt-dlp ${version} is older than ${YT_DLP_FLOOR}: ${shortcomings}`);
    }
    if (compareVersions(version, JS_RUNTIMES_SINCE) >= 0 && (await this.jsRuntime()) === null) {
      this.logger.warn(
        'yt-dlp has no JavaScript runtime, so YouTube works only in part; install Deno 2.3 or newer, or run Dipper with Node 22 or newer',
      );
    }
  }
}

const VARIABLES = {
  'yt-dlp': 'YT_DLP_PATH',
  ffmpeg: 'FFMPEG_PATH',
  ffprobe: 'FFPROBE_PATH',
} as const;
