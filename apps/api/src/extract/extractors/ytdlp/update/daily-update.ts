import {
  Inject,
  Injectable,
  Logger,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { join } from 'node:path';
import { EgressService } from '../../../../infra/egress/egress.service.js';
import { ENV, type Env } from '../../../../infra/env/env.module.js';
import { SiteAccess } from '../access/site-access.js';
import { InstalledYtdlp } from '../program/installed-ytdlp.js';
import { readLiveLinks } from './live-links.js';
import { readReleaseKey } from './release-signature.js';
import { updateYtDlp } from './ytdlp-update.js';

/**
 * How often to check whether a day has passed, in milliseconds. A server that is restarted daily
 * must not miss updates.
 */
const POLL_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Checks for a newer yt-dlp once a day if YT_DLP_UPDATE is `daily`. Only one process per volume
 * checks.
 */
@Injectable()
export class DailyUpdate implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('yt-dlp');
  private readonly ending = new AbortController();
  private isRunning = false;
  /** Also kept in memory, because the time of the check can't be stored on a full disk. */
  private lastCheckMs = 0;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly installed: InstalledYtdlp,
    private readonly egress: EgressService,
    private readonly access: SiteAccess,
  ) {}

  onModuleInit(): void {
    if (this.env.YT_DLP_UPDATE === 'daily' && this.env.YT_DLP_PATH !== undefined) {
      this.logger.warn('YT_DLP_UPDATE has no effect because YT_DLP_PATH names your own yt-dlp');
    }
  }

  onModuleDestroy(): void {
    this.ending.abort();
  }

  /** @param now milliseconds since 1970 */
  @Interval(POLL_MS)
  async check(now = Date.now()): Promise<void> {
    if (this.isRunning || !(await this.isDue(now))) {
      return;
    }
    this.isRunning = true;
    this.lastCheckMs = now;
    try {
      await this.installed.store.recordCheck();
      const { ok, hasChanged, sentence } = await updateYtDlp({
        installed: this.installed,
        egress: this.egress,
        access: this.access,
        liveLinks: await readLiveLinks(),
        releaseKey: await readReleaseKey(),
        cacheDir: join(this.env.DATA_DIR, 'cache'),
        signal: this.ending.signal,
      });
      this.logger[ok && !hasChanged ? 'log' : 'warn'](sentence);
    } catch (error) {
      if (!this.ending.signal.aborted) {
        this.logger.warn(`yt-dlp could not be updated: ${(error as Error).message}`);
      }
    } finally {
      this.isRunning = false;
    }
  }

  private async isDue(now: number): Promise<boolean> {
    const { YT_DLP_UPDATE, YT_DLP_PATH, ROLE } = this.env;
    if (YT_DLP_UPDATE === 'off' || YT_DLP_PATH !== undefined || ROLE === 'worker') {
      return false;
    }
    const last = Math.max(this.lastCheckMs, await this.installed.store.lastCheckMs());
    // A clock that was ahead must not postpone the check forever.
    return now - last >= DAY_MS || last - now >= DAY_MS;
  }
}
