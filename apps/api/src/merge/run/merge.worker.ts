import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { JOB_QUEUE, type JobQueue } from '../../infra/queue/job-queue.port.js';
import { MergeProcessor } from './merge.processor.js';

/**
 * Connects the queue, which signals that there is work, to the processor. Only in processes that
 * run tasks.
 */
@Injectable()
export class MergeWorker
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  private readonly logger = new Logger(MergeWorker.name);

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly processor: MergeProcessor,
  ) {}

  onApplicationBootstrap(): void {
    if (this.env.ROLE !== 'api') {
      this.queue.process(
        // One more for the quick slot.
        this.env.MERGE_CONCURRENCY + 1,
        () => this.processor.work(),
        (job, error) =>
          this.logger.error({ err: error, job }, 'A task could not be taken from the queue'),
      );
    }
  }

  onModuleDestroy(): void {
    this.processor.drain();
  }

  /**
   * Accepts no new work. Running merges get a grace period (contract: 20 s) and are then handed
   * back to the queue.
   */
  async beforeApplicationShutdown(): Promise<void> {
    const graceMs = this.env.SHUTDOWN_GRACE_SECONDS * 1000;
    const grace = setTimeout(() => this.processor.handBackAll(), graceMs);
    await Promise.all([this.queue.close(), this.processor.idle()]);
    clearTimeout(grace);
  }
}
