import { errorMessage, type MergeStatus, preparedStatus, STATUS_MESSAGES } from '@dipper/contract';
import { knownCode } from '../../infra/errors/to-domain-error.js';
import { damagedSpans } from './damage.js';
import type { MergeTask } from './merge-task.entity.js';
import type { Advance } from './task-records.js';
import type { QueuePlace } from './task-queue.repository.js';

/**
 * A task's row as sent to clients, in the GET status and in `merge:update`.
 * @param place the task's place among the waiting tasks; 1 is next, null if it is not waiting.
 */
export function taskStatus(task: MergeTask, place: number | null = null): MergeStatus {
  const isComplete = task.status === 'complete';
  return {
    task_id: task.taskId,
    status: task.status,
    progress: shown(task.progress),
    message: messageOf(task),
    actual_sizes: { combined_streams: task.combinedBytes, final_file: task.fileBytes },
    stage: task.stage,
    steps: task.steps,
    speed: task.speed,
    eta_seconds: task.etaSeconds,
    queue_position: place,
    expires_at: isComplete ? (task.expiresAt?.toISOString() ?? null) : null,
    expires_in_seconds: isComplete ? task.expiresInSeconds : null,
    error_code: task.errorCode,
    error_values: task.errorValues,
    damage: task.damage && damagedSpans(task.damage),
    kind: task.kind,
    entries: task.entries,
  };
}

export function queuedStatus({ taskId, place, progress, steps, kind }: QueuePlace): MergeStatus {
  return {
    ...preparedStatus(taskId),
    status: 'queued',
    progress: shown(progress),
    message: STATUS_MESSAGES.queued,
    stage: 'queued',
    steps,
    queue_position: place,
    kind,
  };
}

export function runningStatus(
  taskId: string,
  reading: Advance,
  { kind, steps }: Pick<MergeTask, 'kind' | 'steps'>,
): MergeStatus {
  return {
    ...preparedStatus(taskId),
    status: 'processing',
    progress: shown(reading.progress),
    message: STATUS_MESSAGES[reading.stage],
    actual_sizes: { combined_streams: reading.combinedBytes, final_file: null },
    stage: reading.stage,
    steps,
    speed: reading.speed,
    eta_seconds: reading.etaSeconds,
    kind,
    entries: reading.entries ? [...reading.entries] : null,
  };
}

/** Rounds to one decimal, the precision of the bar. */
function shown(progress: number): number {
  return Math.round(progress * 10) / 10;
}

function messageOf({ status, stage, errorCode, errorMessage: said, damage }: MergeTask): string {
  switch (status) {
    case 'error':
      return said ?? errorMessage(knownCode(errorCode, 'MERGE_FAILED'));
    case 'processing':
      return STATUS_MESSAGES[stage ?? 'video'];
    case 'complete':
      return damage === null ? STATUS_MESSAGES.complete : STATUS_MESSAGES.damaged;
    case 'prepared':
    case 'queued':
    case 'cancelled':
      return STATUS_MESSAGES[status];
  }
}
