import { isFinal, type MergeStatus, type StartMergeReply } from '@dipper/contract';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { OffersService } from '../extract/offers.service.js';
import { DomainError } from '../infra/http/domain-error.js';
import { JOB_QUEUE, type JobQueue } from '../infra/queue/job-queue.port.js';
import { DiskStore } from '../infra/storage/disk.store.js';
import { sourceKey } from './file-sharing.js';
import { MergeWork } from './merge-work.js';
import type { MergeTask } from './merge-task.entity.js';
import { MergeTaskRepository, type NewTask } from './merge-task.repository.js';
import { preparedStatus, taskStatus } from './task-status.js';

/** Starts tasks, says where they stand, and cancels them. */
@Injectable()
export class MergeService {
  private readonly logger = new Logger(MergeService.name);

  constructor(
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    private readonly tasks: MergeTaskRepository,
    private readonly offers: OffersService,
    private readonly work: MergeWork,
    private readonly store: DiskStore,
  ) {}

  /**
   * Starts a task. Asked again while it waits, runs or is done, it changes nothing; after a failure
   * or a cancellation it starts anew.
   * @param host our host, for the file's name.
   * @throws DomainError TASK_UNKNOWN, UNAVAILABLE
   */
  async start(taskId: string, host: string): Promise<StartMergeReply> {
    const known = await this.tasks.find(taskId);
    if (known === null) {
      await this.create(taskId, host);
    } else if (isGone(known)) {
      throw new DomainError('TASK_UNKNOWN');
    } else if (known.status === 'error' || known.status === 'cancelled') {
      await this.tasks.restart(taskId);
    }
    const task = await this.tasks.find(taskId);
    if (task?.status === 'queued') {
      await this.enqueue(taskId);
    }
    const status = (await this.tasks.find(taskId))?.status ?? 'queued';
    return { task_id: taskId, status };
  }

  /** @throws DomainError TASK_UNKNOWN, also when the task is over and gone. */
  async status(taskId: string): Promise<MergeStatus> {
    const newest = this.work.progress.newest(taskId);
    if (newest !== null) {
      return newest;
    }
    const task = await this.tasks.find(taskId);
    if (task !== null && !isGone(task)) {
      return taskStatus(
        task,
        task.status === 'queued' ? await this.tasks.queuePosition(task) : null,
      );
    }
    if (task === null && (await this.offers.plan(taskId, '')) !== null) {
      return preparedStatus(taskId);
    }
    throw new DomainError('TASK_UNKNOWN');
  }

  /**
   * Ends a task: its processes, its partial files. One that was never started is cancelled, too.
   * @param host our host, for the file's name when it is started after all.
   * @throws DomainError TASK_UNKNOWN
   */
  async cancel(taskId: string, host: string): Promise<MergeStatus> {
    const before = await this.status(taskId);
    if (isFinal(before.status)) {
      return before;
    }
    if (before.status === 'prepared') {
      await this.tasks.add(await this.newTask(taskId, host));
    }
    if (await this.tasks.cancel(taskId, before.progress, this.work.lifetime.end())) {
      if (this.work.processor.isRunning(taskId)) {
        this.work.processor.stop(taskId);
      } else {
        // What a run of a process that died had left for the next one.
        await this.store.closeWork(taskId);
      }
      this.work.progress.forget(taskId);
      this.work.progress.tell(await this.status(taskId));
    }
    return this.status(taskId);
  }

  private async create(taskId: string, host: string): Promise<void> {
    const task = await this.newTask(taskId, host);
    if (await this.tasks.add(task)) {
      const shared = await this.work.sharing.find(task.sourceKey);
      if (shared !== null) {
        await this.tasks.completeAtOnce(taskId, { ...shared, expiresAt: this.work.lifetime.end() });
      }
    }
  }

  private async newTask(taskId: string, host: string): Promise<NewTask> {
    const plan = await this.offers.plan(taskId, host);
    if (plan === null) {
      throw new DomainError('TASK_UNKNOWN');
    }
    return { taskId, sourceKey: sourceKey(plan), plan };
  }

  private async enqueue(taskId: string): Promise<void> {
    try {
      await this.queue.add(taskId);
    } catch (error) {
      // The task is in the database, and the reconciler adds it once the queue is back.
      this.logger.warn({ err: error, taskId }, 'The queue did not take a task');
      throw new DomainError('UNAVAILABLE', { cause: error });
    }
  }
}

function isGone({ expiresAt }: MergeTask): boolean {
  return expiresAt !== null && expiresAt <= new Date();
}
