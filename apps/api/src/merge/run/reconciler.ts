import { ERRORS } from '@dipper/contract';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ENV, type Env } from '../../infra/env/env.module.js';
import { JOB_QUEUE, type JobQueue } from '../../infra/queue/job-queue.port.js';
import { WorkArea } from '../../infra/storage/work-area.js';
import { MergeEvents } from '../merge-events.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import { queueEntry } from '../task/queue-entry.js';
import { taskStatus } from '../task/task-status.js';
import { isKnownDead } from '../../infra/process/process-name.js';

const EVERY_MS = 5000;

/**
 * Brings tasks back that a queue lost or a dead worker left: at the start and every few seconds the
 * open tasks of the database are added to the queue again, where those that are in it are not added twice.
 */
@Injectable()
export class Reconciler implements OnApplicationBootstrap {
  private readonly logger = new Logger(Reconciler.name);
  private busy = false;

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly tasks: MergeTaskRepository,
    private readonly events: MergeEvents,
    private readonly work: WorkArea,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.reconcile();
  }

  @Interval(EVERY_MS)
  async reconcile(): Promise<void> {
    if (this.busy || this.env.ROLE === 'api') {
      return;
    }
    this.busy = true;
    try {
      for (const worker of (await this.tasks.findWorkers()).filter(isKnownDead)) {
        await this.tasks.release(worker);
      }
      await this.giveUp();
      for (const task of await this.tasks.findOpen()) {
        await this.queue.add(queueEntry(task));
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'Open tasks could not be looked after; next try soon');
    } finally {
      this.busy = false;
    }
  }

  private async giveUp(): Promise<void> {
    const { message } = ERRORS.MERGE_GAVE_UP;
    for (const { taskId, runId } of await this.tasks.giveUp('MERGE_GAVE_UP', message)) {
      // It died without the chance to clear up.
      await this.work.remove(runId);
      const task = await this.tasks.find(taskId);
      if (task !== null) {
        this.events.emit('ended', taskStatus(task));
      }
    }
  }
}
