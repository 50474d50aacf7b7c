import type { MergeStatus } from '@dipper/contract';
import { offline } from '../samples.js';
import { STEPS, type TaskState, taskState } from '../task-state.js';
import type { GalleryState, StateGroup } from '../state.js';

/** A running task. */
const waits = (
  name: string,
  status: Partial<MergeStatus>,
  more: Partial<TaskState> = {},
): GalleryState =>
  taskState({
    name,
    status: { steps: STEPS, ...status },
    reach: (visitor) => visitor.sees('main ol [aria-current=step]'),
    ...more,
  });

const QUEUED = { status: 'queued', stage: 'queued', progress: 0, steps: null } as const;
const SOUND_STEPS = [
  { stage: 'audio', share: 0.97 },
  { stage: 'checking', share: 0.03 },
] satisfies MergeStatus['steps'];
const DAMAGE = [{ from_seconds: 432.1, to_seconds: 435.5 }];

export const WAIT: StateGroup = {
  name: 'wait',
  documented: 'A merge',
  states: [
    waits(
      'wait-starting',
      {},
      {
        prepare: (api) =>
          api.on('GET /api/download/start-merge', () => new Promise(() => undefined)),
        reach: (visitor) => visitor.sees('main [role=progressbar]'),
      },
    ),
    waits(
      'wait-queued',
      { ...QUEUED, queue_position: 4 },
      {
        reach: (visitor) => visitor.sees('main p', 'preview:stages.queued'),
      },
    ),
    waits(
      'wait-queued-next',
      { ...QUEUED, queue_position: 1 },
      {
        reach: (visitor) => visitor.sees('main p', 'preview:progress.next'),
      },
    ),
    waits('wait-fetching', { progress: 36, stage: 'video', speed: 4.1e6, eta_seconds: 95 }),
    waits('wait-sound', { progress: 84, stage: 'audio', speed: 1.2e6, eta_seconds: 9 }),
    waits('wait-joining', { progress: 93, stage: 'merging' }),
    waits('wait-checking', { progress: 98, stage: 'checking' }),
    waits('wait-damaged', {
      progress: 40,
      stage: 'video',
      speed: 3e6,
      eta_seconds: 95,
      damage: DAMAGE,
    }),
    waits(
      'wait-offline',
      { progress: 36, stage: 'video' },
      {
        prepare: offline,
        reach: (visitor) => visitor.sees('main p', 'preview:progress.offline'),
      },
    ),
    waits(
      'wait-not-cancelled',
      { progress: 36, stage: 'video' },
      {
        reach: async (visitor) => {
          await visitor.sees('main ol [aria-current=step]');
          await visitor.press('cancel');
          return visitor.sees('main [role=alert]');
        },
      },
    ),
    waits(
      'wait-sound-only',
      { progress: 36, stage: 'audio', speed: 4.1e6, eta_seconds: 12, steps: SOUND_STEPS },
      {
        query: { is_audio: 'true', filename: 'river.m4a', resolution: '' },
      },
    ),
    waits(
      'wait-cancelled',
      { status: 'cancelled' },
      {
        reach: (visitor) => visitor.sees('main h2', 'preview:progress.cancelledHeading'),
      },
    ),
  ],
};
