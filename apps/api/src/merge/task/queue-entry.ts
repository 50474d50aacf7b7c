import type { MergeTask } from './merge-task.entity.js';

/**
 * The queue's name for a task that waits: another one after each start and after each run that did
 * not end it. The queue takes a name only once until its job has ended, and jobs do not keep to
 * their tasks: each takes the task whose turn it is.
 */
export function queueEntry({
  taskId,
  queuedAt,
  runId,
}: Pick<MergeTask, 'taskId' | 'queuedAt' | 'runId'>): string {
  return [taskId, queuedAt.getTime().toString(36), runId ?? 'new'].join('.');
}
