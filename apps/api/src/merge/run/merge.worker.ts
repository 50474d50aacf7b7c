import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { Shutdown } from '../../infra/health/shutdown.js';
import { JOB_QUEUE, type JobQueue } from '../../infra/queue/job-queue.port.js';
import { MergeProcessor } from './merge.processor.js';

/** Tells the processor when the queue has work. Used only in processes that run tasks. */
@Injectable()
export class MergeWorker
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  private readonly logger = new Logger(MergeWorker.name);
  private grace: NodeJS.Timeout | null = null;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly processor: MergeProcessor,
    shutdown: Shutdown,
  ) {
    shutdown.onBegin(() => this.finish());
  }

  onApplicationBootstrap(): void {
    if (this.env.ROLE !== 'api') {
      this.queue.process(
        // Plus one for the quick slot.
        this.env.MERGE_CONCURRENCY + 1,
        () => this.processor.work(),
        (job, error) =>
          this.logger.error({ err: error, job }, 'A task could not be taken from the queue'),
      );
    }
  }

  onModuleDestroy(): void {
    this.finish();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.queue.close(), this.processor.idle()]);
    clearTimeout(this.grace ?? undefined);
  }

  /**
   * Accepts no new work. Running merges get a grace period (contract: 20 s) and are then handed
   * back to the queue.
   */
  private finish(): void {
    if (this.grace !== null) {
      return;
    }
    const graceMs = this.env.SHUTDOWN_GRACE_SECONDS * 1000;
    this.grace = setTimeout(() => this.processor.handBackAll(), graceMs);
    this.processor.drain();
    if (this.env.ROLE !== 'api') {
      this.queue.pause();
    }
  }
}
