import { isKnownDead } from '../../infra/process/process-name.js';
import type { ClaimedTask } from '../task/task-records.js';
import type { EarlierRun } from './task-run.js';

/** The task's previous run; null if there was none. */
export function earlierRunOf({ staleRunId, staleWorkerId }: ClaimedTask): EarlierRun | null {
  const isDead = staleWorkerId !== null && isKnownDead(staleWorkerId);
  return staleRunId === null ? null : { runId: staleRunId, isDead };
}
