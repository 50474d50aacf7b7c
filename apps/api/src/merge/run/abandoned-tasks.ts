import { Injectable } from '@nestjs/common';
import { Sweep } from '../../infra/sweeps/sweeps.js';
import { MergeEvents } from '../merge-events.js';
import { MergeTaskRepository } from '../task/merge-task.repository.js';
import { TaskQueueRepository } from '../task/task-queue.repository.js';
import { taskStatus } from '../task/task-status.js';
import { SLOW } from './meter/slowness.js';

const EVERY_MS = 60_000;

/** Cancels abandoned tasks (docs/decisions/0012). */
@Injectable()
export class AbandonedTasks {
  constructor(
    private readonly queue: TaskQueueRepository,
    private readonly tasks: MergeTaskRepository,
    private readonly events: MergeEvents,
  ) {}

  @Sweep({ name: 'abandoned-tasks', everyMs: EVERY_MS })
  async end(): Promise<void> {
    for (const taskId of await this.queue.endAbandoned(SLOW)) {
      const task = await this.tasks.find(taskId);
      if (task !== null) {
        // This also stops a run in this process. Other processes notice that they no longer have
        // the task.
        this.events.emit('ended', taskStatus(task));
      }
    }
  }
}
