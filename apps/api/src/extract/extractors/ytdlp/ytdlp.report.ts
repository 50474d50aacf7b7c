import { Injectable, type OnModuleInit } from '@nestjs/common';
import { inTime, Readiness } from '../../../infra/health/readiness.js';
import { InstalledYtdlp, type YtDlpOrigin } from './program/installed-ytdlp.js';
import { YtdlpRunner, type YtDlpState } from './run/ytdlp.runner.js';

/** The yt-dlp in use, as /api/ready shows it. */
interface Report {
  /** Null if none can be run. */
  readonly version: string | null;
  readonly origin: YtDlpOrigin | null;
  readonly way: YtDlpState['way'];
  /** Memory used by the resident yt-dlp process. */
  readonly memory_bytes: number | null;
}

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

  private async read(): Promise<Report> {
    const { way, memoryBytes } = this.runner.state;
    return {
      version: await inTime(this.installed.version()).catch(() => null),
      origin: await inTime(this.installed.origin()).catch(() => null),
      way,
      memory_bytes: memoryBytes,
    };
  }
}
