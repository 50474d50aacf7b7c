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

/** Runs get so long to end by themselves at shutdown (contract: 20 s). */
const GRACE_MS = 20_000;

/** Connects the queue, which says that there is work, with the processor, where this process is to work at all. */
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
        this.env.MERGE_CONCURRENCY,
        () => this.processor.work(),
        (job, error) => this.logger.error({ err: error, job }, 'Taking work failed'),
      );
    }
  }

  onModuleDestroy(): void {
    this.processor.drain();
  }

  /** No new work; running merges get their grace and are then handed back to the queue. */
  async beforeApplicationShutdown(): Promise<void> {
    const grace = setTimeout(() => this.processor.handBackAll(), GRACE_MS);
    await Promise.all([this.queue.close(), this.processor.idle()]);
    clearTimeout(grace);
  }
}
