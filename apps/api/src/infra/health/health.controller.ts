import { API } from '@dipper/contract';
import { Controller, Get, Header, HttpCode, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DatabaseProbe } from '../database/database-probe.js';
import { ProgramsService } from '../programs/programs.service.js';
import { JOB_QUEUE, type JobQueue } from '../queue/job-queue.port.js';
import { within } from '../within.js';
import { DiskCheck } from './disk-check.js';
import type { Health, Outcome, Readiness, YtDlpReport } from './health.schemas.js';
import { Shutdown } from './shutdown.js';

/** Longest wait for a dependency, milliseconds. */
const PATIENCE_MS = 1000;

@Controller()
export class HealthController {
  constructor(
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly database: DatabaseProbe,
    private readonly disk: DiskCheck,
    private readonly programs: ProgramsService,
    private readonly shutdown: Shutdown,
  ) {}

  /** Reports that the process is alive. Does not check its dependencies. */
  @Get(API.health)
  @Header('Cache-Control', 'no-store')
  health(): Health {
    return { status: 'ok' };
  }

  /**
   * Checks every dependency. A 503 lists the failing ones, including `server` after a stop signal.
   * Also reports the yt-dlp in use.
   */
  @Get(API.ready)
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const [server, database, queue, disk, programs, yt_dlp] = await Promise.all([
      answers(() => this.accepting()),
      answers(() => this.database.check()),
      answers(() => this.queue.ping()),
      answers(() => this.disk.enough()),
      answers(() => this.allPrograms()),
      this.ytDlp(),
    ]);
    const outcomes = { server, database, queue, disk, programs };
    if (Object.values(outcomes).includes('failing')) {
      response.status(503);
    }
    return { ...outcomes, yt_dlp };
  }

  private async ytDlp(): Promise<YtDlpReport> {
    const { way, memoryBytes } = this.programs.ytDlpState();
    return {
      version: await inTime(this.programs.ytDlpVersion()).catch(() => null),
      origin: await inTime(this.programs.ytDlpOrigin()).catch(() => null),
      way,
      memory_bytes: memoryBytes,
    };
  }

  private accepting(): Promise<void> {
    return this.shutdown.hasBegun ? Promise.reject(new Error('stopping')) : Promise.resolve();
  }

  private allPrograms(): Promise<void> {
    const missing = (['yt-dlp', 'ffmpeg', 'ffprobe'] as const).filter(
      (name) => this.programs.find(name) === null,
    );
    return missing.length === 0 ? Promise.resolve() : Promise.reject(new Error(missing.join()));
  }
}

async function answers(check: () => Promise<unknown>): Promise<Outcome> {
  // A check that throws synchronously counts as failed, too.
  return inTime(Promise.resolve().then(check)).then(
    () => 'ok',
    () => 'failing',
  );
}

/** @throws Error if the check takes longer than a load balancer waits */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return within(answer, PATIENCE_MS, 'a response');
}
