import { continueTrace, recordSpan } from '../../infra/tracing/tracing.js';
import type { ClaimedTask } from '../task/task-records.js';

type Traced = Pick<ClaimedTask, 'taskId' | 'staleRunId' | 'queuedAt' | 'traceParent'>;

/**
 * Runs a task in the trace of the request that started it, and adds a span for the wait before its
 * first run.
 */
export function inTraceOf<T>(task: Traced, run: () => T): T {
  return continueTrace(task.traceParent, () => {
    if (task.staleRunId === null && task.traceParent !== null) {
      recordSpan('queue', { taskId: task.taskId }, task.queuedAt);
    }
    return run();
  });
}
