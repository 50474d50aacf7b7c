import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENV, type Env } from '../../../../infra/env/env.module.js';
import { searchPath } from '../../../../infra/env/system-env.js';
import { repositoryRoot } from '../../../../infra/process/api-root.js';
import { findProgram } from '../../../../infra/programs/find-program.js';
import { adviceOn } from './advice.js';
import { bundledDeno, type JsRuntime, JsRuntimeFinder } from './js-runtime.js';
import { ReleaseStore } from './release-store.js';
import { hasSolverScripts } from './solver-scripts.js';
import { usesJsRuntime } from './version.js';
import { type YtDlpProgram, YtDlpReader } from './ytdlp-program.js';

/** Where a yt-dlp comes from: YT_DLP_PATH, an update, the installation, or PATH. */
type YtDlpOrigin = 'given' | 'updated' | 'bundled' | 'path';

/**
 * The yt-dlp that its npm package downloads during installation; missing if the download failed.
 */
const BUNDLED_YT_DLP = fileURLToPath(
  new URL('node_modules/yt-dlp-exec/bin/yt-dlp', repositoryRoot),
);

/**
 * Finds yt-dlp and its JavaScript runtime. If YT_DLP_PATH is set, only that path is used. Otherwise
 * our own copies are tried first, and then PATH. The search is repeated at each use, so an update
 * or a new installation requires no restart.
 */
@Injectable()
export class InstalledYtdlp implements OnModuleInit {
  private readonly logger = new Logger('Programs');
  private readonly reader = new YtDlpReader();
  private readonly jsRuntimes = new JsRuntimeFinder();
  private advisedOn: string | null = null;

  readonly store: ReleaseStore;

  constructor(@Inject(ENV) private readonly options: Pick<Env, 'YT_DLP_PATH' | 'DATA_DIR'>) {
    this.store = new ReleaseStore(options.DATA_DIR);
  }

  onModuleInit(): void {
    if (this.find() === null) {
      this.logger.warn('yt-dlp was not found; install it, or set YT_DLP_PATH to its path');
    }
  }

  /** @throws Error if there is no yt-dlp */
  require(): void {
    if (this.find() === null) {
      throw new Error('yt-dlp');
    }
  }

  /**
   * The path of the first yt-dlp, whether or not it runs on this machine; null if there is none.
   * @param except a path to skip unless YT_DLP_PATH sets it; used to find an alternative to it
   */
  find(except: string | null = null): string | null {
    const given = this.options.YT_DLP_PATH;
    return given === undefined
      ? findProgram(
          'yt-dlp',
          this.own().filter((path) => path !== except),
          searchPath(),
        )
      : findProgram(given, [given], '');
  }

  /**
   * The yt-dlp in use, even after an update: the first one that runs on this machine. An update may
   * not run here, because another machine with a newer Python may have installed it on the shared
   * volume.
   * @returns null if there is none
   */
  async program(): Promise<YtDlpProgram | null> {
    const broken: string[] = [];
    for (const path of this.paths()) {
      const program = await this.reader.read(path);
      if (program !== null) {
        void this.advise(program, broken);
        return program;
      }
      broken.push(path);
    }
    return null;
  }

  /** The origin of the yt-dlp in use; null if none is found and none is configured. */
  async origin(): Promise<YtDlpOrigin | null> {
    if (this.options.YT_DLP_PATH !== undefined) {
      return 'given';
    }
    switch ((await this.program())?.path) {
      case undefined:
        return null;
      case BUNDLED_YT_DLP:
        return 'bundled';
      case this.store.current():
        return 'updated';
      default:
        return 'path';
    }
  }

  /** The version of the yt-dlp in use ("2026.07.04"); null if none can be run. */
  async version(): Promise<string | null> {
    return (await this.program())?.version ?? null;
  }

  jsRuntime(): Promise<JsRuntime | null> {
    return this.jsRuntimes.find({
      searchPath: searchPath(),
      own: { path: process.execPath, version: process.versions.node },
      bundled: bundledDeno(),
      cacheDir: join(this.options.DATA_DIR, 'cache'),
    });
  }

  private paths(): string[] {
    const [given, onPath] = [this.options.YT_DLP_PATH, findProgram('yt-dlp', [], searchPath())];
    return given === undefined ? [...this.own(), onPath].filter((it) => it !== null) : [given];
  }

  /**
   * Our own copies of yt-dlp, from an update or the installation. The newer file comes first,
   * because it is the newer version.
   */
  private own(): string[] {
    return [this.store.current(), BUNDLED_YT_DLP]
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
    broken.forEach((other) => this.logger.warn(`${other} cannot run here; using ${path} instead`));
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
