import { MergeEvents } from '../merge-events.js';
import type { MergeTaskRepository } from '../task/merge-task.repository.js';
import type { TaskQueueRepository } from '../task/task-queue.repository.js';
import { mergeTask } from '../testing/merge-task.js';
import { AbandonedTasks } from './abandoned-tasks.js';
import { SLOW } from './meter/slowness.js';

describe('AbandonedTasks', () => {
  it('announces the end of cancelled tasks, so that their runs stop', async () => {
    const events = new MergeEvents();
    const told: string[] = [];
    events.on('ended', ({ task_id, status }) => told.push(`${task_id} ${status}`));
    const asked: unknown[] = [];
    const queue: Partial<TaskQueueRepository> = {
      endAbandoned: (slow) => Promise.resolve((asked.push(slow), ['a', 'gone', 'b'])),
    };
    const tasks: Partial<MergeTaskRepository> = {
      find: (taskId) =>
        Promise.resolve(
          taskId === 'gone' ? null : mergeTask({ taskId, status: 'cancelled', stage: null }),
        ),
    };
    await new AbandonedTasks(
      queue as TaskQueueRepository,
      tasks as MergeTaskRepository,
      events,
    ).end();
    expect([told, asked]).toEqual([['a cancelled', 'b cancelled'], [SLOW]]);
  });
});
