import type { MergeTask } from './merge-task.entity.js';

/**
 * The name under which a waiting task is queued. It changes with each start and after each
 * unfinished run, because the queue ignores a name until its job has ended. Jobs are not bound to
 * tasks: each job takes the next task in line.
 */
export function queueEntry({
  taskId,
  queuedAt,
  runId,
}: Pick<MergeTask, 'taskId' | 'queuedAt' | 'runId'>): string {
  return [taskId, queuedAt.getTime().toString(36), runId ?? 'new'].join('.');
}
