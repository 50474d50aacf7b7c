import {
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENV, type Env } from '../../../../infra/env/env.module.js';
import { isKnownDead, isNamedHere, processName } from '../../../../infra/process/process-name.js';
import { readCookieFile } from '../../../../infra/sites/cookie-file.js';

/** Longer than any job runs, in milliseconds. This is also the interval between cleanups. */
const OUTLIVED_MS = 10 * 60 * 1000;

export interface CookieCopy {
  readonly file: string;
  /** Removes the copy. Never throws: the next cleanup removes what is left. */
  remove(): Promise<void>;
}

/**
 * Makes private copies of the operator's cookie files, one for each job. yt-dlp writes cookies set
 * by a site back to the file, and these must reach neither the original nor another job. The folder
 * with the copies is named after this process, so that other processes can remove it after a crash.
 */
@Injectable()
export class CookieCopies implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(CookieCopies.name);
  private readonly root: string;
  private readonly own: string;

  constructor(@Inject(ENV) { DATA_DIR }: Pick<Env, 'DATA_DIR'>) {
    this.root = join(DATA_DIR, 'cookies');
    this.own = join(this.root, processName());
  }

  async onModuleInit(): Promise<void> {
    await this.sweep();
  }

  @Interval(OUTLIVED_MS)
  async sweep(): Promise<void> {
    const names = await readdir(this.root).catch(() => []);
    await Promise.all(names.map((name) => this.clearAfter(name)));
  }

  async onModuleDestroy(): Promise<void> {
    await this.discard(this.own);
  }

  /** @throws Error if the file has changed since it was checked, or if the disk is full */
  async copy(path: string): Promise<CookieCopy> {
    const { text } = readCookieFile(path);
    await mkdir(this.own, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.own, 'job-'));
    const remove = (): Promise<void> => this.discard(folder);
    const file = join(folder, 'cookies.txt');
    try {
      await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      await remove();
      throw error;
    }
    return { file, remove };
  }

  /**
   * We can't check whether processes on other machines are alive. But no job runs for longer than
   * `OUTLIVED_MS` after the last change of its folder.
   */
  private async clearAfter(name: string): Promise<void> {
    const folder = join(this.root, name);
    const isOver =
      isKnownDead(name) ||
      (!isNamedHere(name) &&
        (await stat(folder).then(
          ({ mtimeMs }) => Date.now() - mtimeMs > OUTLIVED_MS,
          () => false,
        )));
    if (isOver) {
      await this.discard(folder);
    }
  }

  private async discard(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch((err: unknown) => {
      this.logger.warn(
        { err },
        'A copy of the cookies could not be removed; the next cleanup will try again',
      );
    });
  }
}
