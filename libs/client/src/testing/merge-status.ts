import { type MergeStatus, preparedStatus } from '@dipper/contract';

/** A task id of the usual length. */
export const TASK_ID = 'taskTaskTaskTaskTaskTask';

/** A running task at 10%. */
export function mergeStatus(overrides: Partial<MergeStatus> = {}): MergeStatus {
  return {
    ...preparedStatus(TASK_ID),
    status: 'processing',
    progress: 10,
    message: 'Server sentence',
    stage: 'video',
    ...overrides,
  };
}
