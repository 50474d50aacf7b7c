import type { MergeTask } from '../task/merge-task.entity.js';

/** A running task; `changes` overrides fields. */
export function mergeTask(changes: Partial<MergeTask> = {}): MergeTask {
  return {
    taskId: 'T'.repeat(43),
    kind: 'join',
    shareKey: 'key',
    recipe: undefined,
    fileName: 'f.mp4',
    status: 'processing',
    stage: 'video',
    steps: null,
    progress: 0,
    speed: null,
    etaSeconds: null,
    errorCode: null,
    errorMessage: null,
    errorValues: null,
    acceptsDamage: false,
    damage: null,
    entries: null,
    attempts: 1,
    workerId: 'w',
    runId: 'r',
    leaseUntil: null,
    combinedBytes: null,
    fileId: null,
    fileBytes: null,
    queuedAt: new Date('2026-11-21T00:00:00Z'),
    finishedAt: null,
    expiresAt: null,
    expiresInSeconds: null,
    visitor: null,
    sourceHost: null,
    askedLongAgo: false,
    ...changes,
  };
}
