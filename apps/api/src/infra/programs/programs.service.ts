import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { searchPath } from '../env/system-env.js';
import { repositoryRoot } from '../process/api-root.js';
import { EncoderReader } from './encoder-reader.js';
import { findProgram } from './find-program.js';
import { bundledDeno, type JsRuntime, JsRuntimeFinder } from './js-runtime.js';
import { PROGRAMS_OPTIONS, type ProgramsOptions } from './programs.options.js';
import { hasSolverScripts } from './solver-scripts.js';
import { type YtDlpProgram, YtDlpReader } from './ytdlp-program.js';
import { adviceOn } from './ytdlp-advice.js';
import { YtDlpStore } from './ytdlp-store.js';
import { usesJsRuntime } from './ytdlp-version.js';

export type ProgramName = 'yt-dlp' | 'ffmpeg' | 'ffprobe';

/** Where a yt-dlp comes from: YT_DLP_PATH, an update, the installation, or PATH. */
export type YtDlpOrigin = 'given' | 'updated' | 'bundled' | 'path';

export interface YtDlpState {
  /** Whether pages are read by a fork of a resident yt-dlp, or by running its command line. */
  readonly way: 'resident' | 'command';
  /** Memory used by the resident process, bytes. */
  readonly memoryBytes: number | null;
}

/** The yt-dlp that its npm package downloaded during installation, if it could. */
const BUNDLED_YT_DLP = fileURLToPath(
  new URL('node_modules/yt-dlp-exec/bin/yt-dlp', repositoryRoot),
);

/**
 * Finds external programs. If a variable sets the path of a program, only that path is used.
 * Otherwise our own copies are tried first, and then PATH. The search is repeated at each use, so
 * installing a missing program requires no restart.
 */
@Injectable()
export class ProgramsService implements OnModuleInit {
  private readonly logger = new Logger('Programs');
  private readonly ytDlps = new YtDlpReader();
  private readonly jsRuntimes = new JsRuntimeFinder();
  private readonly ffmpegEncoders = new EncoderReader();
  private advisedOn: string | null = null;

  /** Set by the code that runs yt-dlp. */
  ytDlpState: () => YtDlpState = () => ({ way: 'command', memoryBytes: null });

  readonly ytDlpStore: YtDlpStore;

  constructor(@Inject(PROGRAMS_OPTIONS) private readonly options: ProgramsOptions) {
    this.ytDlpStore = new YtDlpStore(options.DATA_DIR);
  }

  onModuleInit(): void {
    for (const name of ['yt-dlp', 'ffmpeg', 'ffprobe'] as const) {
      if (this.find(name) === null) {
        this.logger.warn(
          `${name} was not found; install it, or set ${VARIABLES[name]} to its path`,
        );
      }
    }
  }

  /**
   * The path of a program; null if it is missing.
   * @param except a path to skip unless a variable sets it; used to find an alternative to it
   */
  find(name: ProgramName, except: string | null = null): string | null {
    const given = this.options[VARIABLES[name]];
    if (given !== undefined) {
      return findProgram(given, [given], '');
    }
    const own = name === 'yt-dlp' ? this.ownYtDlps().filter((path) => path !== except) : [];
    return findProgram(name, own, searchPath());
  }

  /**
   * The yt-dlp in use, even after an update: the first one that runs on this machine. An update may
   * have been installed by another machine on the same volume that has a newer Python.
   * @returns null if there is none
   */
  async ytDlp(): Promise<YtDlpProgram | null> {
    const broken: string[] = [];
    for (const path of this.ytDlpPaths()) {
      const program = await this.ytDlps.read(path);
      if (program !== null) {
        void this.advise(program, broken);
        return program;
      }
      broken.push(path);
    }
    return null;
  }

  /** The origin of the yt-dlp in use; null if none is found and none is configured. */
  async ytDlpOrigin(): Promise<YtDlpOrigin | null> {
    if (this.options.YT_DLP_PATH !== undefined) {
      return 'given';
    }
    switch ((await this.ytDlp())?.path) {
      case undefined:
        return null;
      case BUNDLED_YT_DLP:
        return 'bundled';
      case this.ytDlpStore.current():
        return 'updated';
      default:
        return 'path';
    }
  }

  /** The version of the yt-dlp in use ("2026.07.04"); null if none can be run. */
  async ytDlpVersion(): Promise<string | null> {
    return (await this.ytDlp())?.version ?? null;
  }

  jsRuntime(): Promise<JsRuntime | null> {
    return this.jsRuntimes.find({
      searchPath: searchPath(),
      own: { path: process.execPath, version: process.versions.node },
      bundled: bundledDeno(),
      cacheDir: join(this.options.DATA_DIR, 'cache'),
    });
  }

  /** The encoders of the ffmpeg in use; empty if there is no ffmpeg. */
  encoders(): Promise<ReadonlySet<string>> {
    return this.ffmpegEncoders.of(this.find('ffmpeg'));
  }

  private ytDlpPaths(): string[] {
    const [given, onPath] = [this.options.YT_DLP_PATH, findProgram('yt-dlp', [], searchPath())];
    return given === undefined
      ? [...this.ownYtDlps(), onPath].filter((it) => it !== null)
      : [given];
  }

  /**
   * Our own copies of yt-dlp, from an update or the installation. The newer file comes first,
   * because it is the newer version.
   */
  private ownYtDlps(): string[] {
    return [this.ytDlpStore.current(), BUNDLED_YT_DLP]
      .flatMap((path) => {
        const stat = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
        return path === null || stat === undefined ? [] : [{ path, fetchedMs: stat.mtimeMs }];
      })
      .sort((a, b) => b.fetchedMs - a.fetchedMs)
      .map(({ path }) => path);
  }

  /**
   * Warns the operator about problems with the yt-dlp in use. Warns again only if the situation
   * changes.
   */
  private async advise(program: YtDlpProgram, broken: readonly string[]): Promise<void> {
    const { path, version, fingerprint, python } = program;
    const situation = [fingerprint, ...broken].join();
    if (this.advisedOn === situation) {
      return;
    }
    this.advisedOn = situation;
    broken.forEach((other) => this.logger.warn(`${other} does not run here, so ${path} is used`));
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
