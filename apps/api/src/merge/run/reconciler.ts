import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { JOB_QUEUE, type JobQueue } from '../../infra/queue/job-queue.port.js';
import { MergeProcessor } from './merge.processor.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import { queueEntry } from '../task/queue-entry.js';
import { isKnownDead } from '../../infra/process/process-name.js';

const EVERY_MS = 5000;

/**
 * Recovers tasks that a queue lost or a dead worker left behind. At startup and every few seconds,
 * it adds all open tasks that are missing from the queue.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap {
  private readonly logger = new Logger(Reconciler.name);
  private busy = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly tasks: MergeTaskRepository,
    private readonly processor: MergeProcessor,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.reconcile();
  }

  @Interval(EVERY_MS)
  async reconcile(): Promise<void> {
    if (this.busy || this.env.ROLE === 'api' || this.processor.isDraining) {
      return;
    }
    this.busy = true;
    try {
      for (const worker of (await this.tasks.findWorkers()).filter(isKnownDead)) {
        await this.tasks.release(worker);
      }
      await this.processor.giveUpDead();
      const open = (await this.tasks.findOpen()).map(queueEntry);
      for (const entry of await this.queue.missing(open)) {
        await this.queue.add(entry);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'Open tasks could not be checked; trying again soon');
    } finally {
      this.busy = false;
    }
  }
}
