import { ERRORS } from '@dipper/contract';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { ENV, type Env } from '../infra/env/env.module.js';
import { JOB_QUEUE, type JobQueue } from '../infra/queue/job-queue.port.js';
import { DiskStore } from '../infra/storage/disk.store.js';
import { MergeTaskRepository } from './merge-task.repository.js';
import { MergeWork } from './merge-work.js';
import { taskStatus } from './task-status.js';
import { isKnownDead } from './worker-id.js';

const EVERY_MS = 5000;

/**
 * Brings tasks back that a queue lost or a dead worker left: at the start and every few seconds the
 * open tasks of the database are added to the queue again, where those that are in it are not added twice.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Reconciler.name);
  private timer: NodeJS.Timeout | null = null;
  private busy = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly tasks: MergeTaskRepository,
    private readonly work: MergeWork,
    private readonly store: DiskStore,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.env.ROLE === 'api') {
      return;
    }
    await this.reconcile();
    this.timer = setInterval(() => void this.reconcile(), EVERY_MS);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    if (this.timer !== null) {
      clearInterval(this.timer);
    }
  }

  private async reconcile(): Promise<void> {
    if (this.busy) {
      return;
    }
    this.busy = true;
    try {
      for (const worker of (await this.tasks.findWorkers()).filter(isKnownDead)) {
        await this.tasks.release(worker);
      }
      await this.giveUp();
      for (const taskId of await this.tasks.findOpen()) {
        if (!this.work.processor.isRunning(taskId)) {
          await this.queue.add(taskId);
        }
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'Open tasks could not be looked after; next try soon');
    } finally {
      this.busy = false;
    }
  }

  private async giveUp(): Promise<void> {
    const { message } = ERRORS.MERGE_GAVE_UP;
    const given = await this.tasks.giveUp('MERGE_GAVE_UP', message, this.work.lifetime.end());
    for (const taskId of given) {
      // Its runs died without the chance to clear up.
      await this.store.closeWork(taskId);
      const task = await this.tasks.find(taskId);
      if (task !== null) {
        this.work.progress.tell(taskStatus(task, null));
      }
    }
  }
}
