import {
  errorMessage,
  ERRORS,
  type MergeStatus,
  mergeStatusSchema,
  preparedStatus,
  STATUS_MESSAGES,
} from '@dipper/contract';
import type { MergeTask } from './merge-task.entity.js';
import { SOMEWHERE } from '../../source/client/source-damaged.js';
import { runningStatus, taskStatus } from './task-status.js';
import { mergeTask } from '../testing/merge-task.js';

const STEPS: MergeStatus['steps'] = [{ stage: 'video', share: 1 }];
const expiresAt = new Date('2026-11-21T01:00:00Z');

describe('taskStatus', () => {
  it.each<[Partial<MergeTask>, string]>([
    [{ status: 'queued', stage: 'queued' }, STATUS_MESSAGES.queued],
    [{ stage: 'video' }, STATUS_MESSAGES.video],
    [{ stage: 'audio' }, STATUS_MESSAGES.audio],
    [{ stage: 'merging' }, STATUS_MESSAGES.merging],
    [{ stage: 'checking' }, STATUS_MESSAGES.checking],
    [{ stage: null }, STATUS_MESSAGES.video],
    [{ status: 'complete', stage: null }, STATUS_MESSAGES.complete],
    [{ status: 'cancelled', stage: null }, STATUS_MESSAGES.cancelled],
    [{ status: 'error', errorCode: 'DISK_FULL' }, ERRORS.DISK_FULL.message],
    [{ status: 'error', errorCode: 'FILE_TOO_LARGE', errorMessage: 'filled in' }, 'filled in'],
    [{ status: 'error', errorCode: 'A_CODE_OF_LONG_AGO' }, ERRORS.MERGE_FAILED.message],
    [{ status: 'error', errorCode: null }, ERRORS.MERGE_FAILED.message],
    [{ status: 'error', errorCode: 'SOURCE_DAMAGED' }, errorMessage('SOURCE_DAMAGED')],
  ])('has a message for %j: %j', (changes, message) => {
    const status = taskStatus(mergeTask(changes));
    expect(status.message).toBe(message);
    expect(mergeStatusSchema.safeParse(status).success).toBe(true);
  });

  it.each<[Partial<MergeTask>, string, MergeStatus['damage']]>([
    [
      { status: 'complete', damage: [{ from: 432.1, to: 435.2000001 }] },
      STATUS_MESSAGES.damaged,
      [{ from_seconds: 432.1, to_seconds: 435.2 }],
    ],
    [
      { status: 'error', errorCode: 'SOURCE_DAMAGED', damage: [{ from: 5, to: Infinity }] },
      ERRORS.SOURCE_DAMAGED.message,
      [{ from_seconds: 5, to_seconds: null }],
    ],
    [{ status: 'error', errorCode: 'SOURCE_DAMAGED', damage: [SOMEWHERE] }, '', []],
    [{ status: 'complete', damage: [SOMEWHERE] }, STATUS_MESSAGES.damaged, []],
    [{ status: 'complete' }, STATUS_MESSAGES.complete, null],
  ])('states where the source is damaged: %j', (changes, message, damage) => {
    const status = taskStatus(mergeTask({ errorMessage: message, ...changes }));
    expect([status.message, status.damage]).toEqual([message, damage]);
    expect(mergeStatusSchema.parse(JSON.parse(JSON.stringify(status)))).toEqual(status);
  });

  it('reports everything known about a run', () => {
    const task = mergeTask({
      progress: 12.34,
      speed: 5e6,
      etaSeconds: 7,
      combinedBytes: 1000,
      fileBytes: null,
    });
    expect(taskStatus(task, 3)).toMatchObject({
      progress: 12.3,
      speed: 5e6,
      eta_seconds: 7,
      queue_position: 3,
      actual_sizes: { combined_streams: 1000, final_file: null },
    });
  });

  it.each([
    ['complete', expiresAt.toISOString(), 60],
    ['error', null, null],
    ['cancelled', null, null],
  ] as const)(
    'states when the file expires only if there is a file: %s',
    (status, at, inSeconds) => {
      const told = taskStatus(mergeTask({ status, expiresAt, expiresInSeconds: 60 }));
      expect([told.expires_at, told.expires_in_seconds]).toEqual([at, inSeconds]);
    },
  );

  it("announces the same values that the run's row will have", () => {
    const reading = { stage: 'merging', progress: 91.26, speed: null, etaSeconds: null } as const;
    const task = mergeTask({ ...reading, combinedBytes: 1000, steps: STEPS });
    expect(runningStatus(task.taskId, { ...reading, combinedBytes: 1000 }, task)).toEqual(
      taskStatus(task),
    );
  });
});

it('returns a status for a task that has not been started', () => {
  const status = preparedStatus('T'.repeat(43));
  expect(mergeStatusSchema.safeParse(status).success).toBe(true);
  expect(status).toMatchObject({ status: 'prepared', progress: 0, stage: null });
});
