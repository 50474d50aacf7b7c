/**
 * The queue's name for one start of a task. Started again it is another job: the queue takes the
 * same name only once until its job has ended, and that may be making something else by then.
 */
export function queueEntry({ taskId, queuedAt }: { taskId: string; queuedAt: Date }): string {
  return `${taskId}.${queuedAt.getTime().toString(36)}`;
}
