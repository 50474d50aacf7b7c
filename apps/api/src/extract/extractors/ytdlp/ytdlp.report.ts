import type { YtDlpFacts } from '@dipper/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { inTime, Readiness } from '../../../infra/health/readiness.js';
import { InstalledYtdlp } from './program/installed-ytdlp.js';
import { YtdlpRunner } from './run/ytdlp.runner.js';

/** Makes /api/ready fail without a yt-dlp, and report the one in use. */
@Injectable()
export class YtdlpReport implements OnModuleInit {
  constructor(
    private readonly readiness: Readiness,
    private readonly installed: InstalledYtdlp,
    private readonly runner: YtdlpRunner,
  ) {}

  onModuleInit(): void {
    this.readiness.addCheck('programs', () => this.installed.require());
    this.readiness.addReport('yt_dlp', () => this.read());
  }

  private async read(): Promise<YtDlpFacts> {
    const { way, memoryBytes } = this.runner.state;
    return {
      version: await inTime(this.installed.version()).catch(() => null),
      origin: await inTime(this.installed.origin()).catch(() => null),
      way,
      memory_bytes: memoryBytes,
    };
  }
}
