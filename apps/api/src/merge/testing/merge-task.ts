import type { MergePlan } from '../../extract/merge-plan.js';
import { picture, sound } from '../../extract/testing/recorded-page.js';
import type { MergeTask } from '../merge-task.entity.js';

export function mergePlan(changes: Partial<MergePlan> = {}): MergePlan {
  return {
    pageUrl: 'https://site.example/watch/1',
    title: 'A title',
    fileName: 'f.mp4',
    container: 'mp4',
    durationSeconds: 60,
    isAudio: false,
    main: picture({ sizeBytes: 900 }),
    sound: sound({ sizeBytes: 100 }),
    ...changes,
  };
}

/** A task that is being worked on, with changes. */
export function mergeTask(changes: Partial<MergeTask> = {}): MergeTask {
  return {
    taskId: 'T'.repeat(43),
    sourceKey: 'key',
    plan: mergePlan(),
    status: 'processing',
    stage: 'video',
    progress: 0,
    speed: null,
    etaSeconds: null,
    errorCode: null,
    errorMessage: null,
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
    ...changes,
  };
}
