import { mergeStatus, sockets } from '@dipper/client/testing';
import { errorMessage, isErrorCode, type MergeStatus } from '@dipper/contract';
import { hurry } from '../samples.js';
import { COMPLETE, STEPS, type TaskState, taskState } from '../task-state.js';
import type { GalleryState, StateGroup } from '../state.js';

/** A task that ended without a file. */
const failed = (
  name: string,
  status: Partial<MergeStatus>,
  more: Partial<TaskState> = {},
): GalleryState =>
  taskState({
    ...{ name, status: { status: 'error', message: sentenceOf(status), ...status } },
    reach: (visitor) => visitor.sees('main [role=alert]'),
    ...more,
  });

/** Returns the sentence that the server sends with an error. */
const sentenceOf = ({ error_code: code, error_values: values }: Partial<MergeStatus>): string =>
  typeof code === 'string' && isErrorCode(code) ? errorMessage(code, values ?? {}) : '';

const STALLED = { progress: 36, stage: 'video', steps: STEPS } as const;
const SOMEWHERE = [{ from_seconds: 432.1, to_seconds: 435.5 }];

export const FAILED: StateGroup = {
  name: 'failed',
  documented: 'A merge',
  states: [
    failed('failed-source', { error_code: 'SOURCE_FAILED' }),
    failed('failed-format-gone', { error_code: 'FORMAT_UNAVAILABLE' }),
    failed('failed-gave-up', { error_code: 'MERGE_GAVE_UP' }),
    failed('failed-damaged', { error_code: 'SOURCE_DAMAGED', damage: SOMEWHERE }),
    failed('failed-damaged-somewhere', { error_code: 'SOURCE_DAMAGED', damage: [] }),
    failed(
      'failed-clip-outside',
      { error_code: 'CLIP_OUTSIDE', error_values: { seconds: 95 } },
      { query: { recipe: JSON.stringify({ kind: 'clip', start: 120, end: 130 }) } },
    ),
    failed(
      'failed-unknown',
      {},
      {
        prepare: (api) =>
          void api.on('GET /api/download/start-merge', {
            status: 404,
            body: { error: "We couldn't find this download.", code: 'TASK_UNKNOWN' },
          }),
      },
    ),
    failed(
      'failed-busy',
      {},
      {
        prepare: (api) =>
          void api.on('GET /api/download/start-merge', {
            ...{ status: 503, headers: { 'retry-after': '20' } },
            body: { error: 'We are very busy right now.', code: 'BUSY', values: { seconds: 20 } },
          }),
      },
    ),
    // The same status is polled until the page gives up.
    failed(
      'failed-timed-out',
      {},
      {
        status: STALLED,
        prepare: (api, task_id) =>
          void api.on(`GET /api/download/status/${task_id}`, {
            body: mergeStatus({ task_id, ...STALLED }),
          }),
        reach: async (visitor) => {
          await visitor.sees('main ol [aria-current=step]');
          hurry();
          sockets.last().dropped();
          return visitor.sees('main [role=alert]');
        },
      },
    ),
    failed(
      'failed-sound',
      { error_code: 'SOURCE_FAILED' },
      {
        query: { is_audio: 'true', filename: 'river.m4a', resolution: '' },
      },
    ),
  ],
};

/** The states of a file that is no longer kept. */
export const EXPIRED: StateGroup = {
  name: 'expired',
  documented: 'Files, and media that plays directly',
  states: [
    taskState({
      name: 'expired-open',
      status: { ...COMPLETE, expires_in_seconds: 0 },
      reach: (visitor) => visitor.sees('main h2', 'preview:retention.expired'),
    }),
    failed(
      'expired-later',
      {},
      {
        prepare: (api, taskId) =>
          void api
            .on('GET /api/download/start-merge', {
              status: 404,
              body: { error: 'This download has expired.', code: 'TASK_UNKNOWN' },
            })
            .on(`HEAD /api/download/file/${taskId}`, { status: 410 }),
        reach: (visitor) => visitor.sees('main h2', 'preview:retention.expired'),
      },
    ),
  ],
};
