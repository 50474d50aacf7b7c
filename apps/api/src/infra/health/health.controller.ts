import { API, type Health, type ReadyReply } from '@dipper/contract';
import { Controller, Get, Header, HttpCode, Inject, type OnModuleInit, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DatabaseProbe } from '../database/database-probe.js';
import { ProgramsService } from '../programs/programs.service.js';
import { JOB_QUEUE, type JobQueue } from '../queue/job-queue.port.js';
import { Readiness } from './readiness.js';
import { Shutdown } from './shutdown.js';
import { Scope } from '../principal/scope.js';

@Controller()
@Scope('read')
export class HealthController implements OnModuleInit {
  constructor(
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly database: DatabaseProbe,
    private readonly programs: ProgramsService,
    private readonly shutdown: Shutdown,
    private readonly readiness: Readiness,
  ) {}

  onModuleInit(): void {
    this.readiness.addCheck('server', () => {
      if (this.shutdown.hasBegun) {
        throw new Error('stopping');
      }
    });
    this.readiness.addCheck('database', () => this.database.check());
    this.readiness.addCheck('queue', () => this.queue.ping());
    this.readiness.addCheck('programs', () => this.programs.requireAll());
  }

  /** Reports that the process is alive. Dependencies are not checked. */
  @Get(API.health)
  @Header('Cache-Control', 'no-store')
  health(): Health {
    return { status: 'ok' };
  }

  /**
   * Checks every dependency. A 503 lists the failing ones, including `server` after a stop signal.
   * Other modules add their own checks and reports (`Readiness`).
   */
  @Get(API.ready)
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response): Promise<ReadyReply> {
    const { isReady, entries } = await this.readiness.look();
    if (!isReady) {
      response.status(503);
    }
    return entries as ReadyReply;
  }
}
