import { ERRORS, type MergeStatus, STATUS_MESSAGES } from '@dipper/contract';
import { knownCode } from '../infra/http/domain-error.filter.js';
import type { MergeTask } from './merge-task.entity.js';

/** A task's row as the wire has it: GET status and `merge:update`. */
export function taskStatus(task: MergeTask, queuePosition: number | null): MergeStatus {
  return {
    task_id: task.taskId,
    status: task.status,
    progress: Math.round(task.progress * 10) / 10,
    message: messageOf(task),
    actual_sizes: { combined_streams: task.combinedBytes, final_file: task.fileBytes },
    stage: task.stage,
    speed: task.speed,
    eta_seconds: task.etaSeconds,
    queue_position: queuePosition,
    expires_at: task.status === 'complete' ? (task.expiresAt?.toISOString() ?? null) : null,
    error_code: task.errorCode,
  };
}

/** The status of an id that was handed out and not started yet. */
export function preparedStatus(taskId: string): MergeStatus {
  return {
    task_id: taskId,
    status: 'prepared',
    progress: 0,
    message: STATUS_MESSAGES.prepared,
    actual_sizes: { combined_streams: null, final_file: null },
    stage: null,
    speed: null,
    eta_seconds: null,
    queue_position: null,
    expires_at: null,
    error_code: null,
  };
}

function messageOf({ status, stage, errorCode, errorMessage }: MergeTask): string {
  switch (status) {
    case 'error':
      return errorMessage ?? ERRORS[knownCode(errorCode, 'MERGE_FAILED')].message;
    case 'processing':
      return STATUS_MESSAGES[stage ?? 'video'];
    case 'prepared':
    case 'queued':
    case 'complete':
    case 'cancelled':
      return STATUS_MESSAGES[status];
  }
}
