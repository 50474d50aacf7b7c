import { sockets } from '@dipper/client/testing';
import type { MergeStatus } from '@dipper/contract';
import { leave } from '../../src/entities/media/handover/handover.js';
import { steadyMs } from '../../src/lib/time/steady-ms.js';
import { fullVideo, hurry, LINK, offline } from '../samples.js';
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
/** Lets the page play what the last search of this tab found. */
const found = (): void => {
  leave({ result: { found: { link: LINK, info: fullVideo() }, page: '/', atMs: steadyMs() } });
  // jsdom cannot play media.
  if (document.createElement('video').canPlayType('video/mp4') === '') {
    HTMLMediaElement.prototype.canPlayType = () => 'maybe';
  }
};
const Q480 = { quality: '480p' };
const Q1080 = { resolution: '1080p' };
const FETCHING = { progress: 36, stage: 'video', speed: 4.1e6, eta_seconds: 95 } as const;
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
    waits('wait-fetching', FETCHING),
    waits('wait-playable', FETCHING, {
      ...{ prepare: found, query: Q1080 },
      reach: (visitor) =>
        visitor.sees('main button', 'preview:progress.meanwhile.playQuality', Q480),
    }),
    waits('wait-playing', FETCHING, {
      ...{ prepare: found, query: Q1080 },
      reach: async (visitor) => {
        await visitor.press('preview:progress.meanwhile.playQuality', Q480);
        await visitor.happens('playing', 'main video[src]');
        return visitor.sees('main video[src]');
      },
    }),
    waits(
      'wait-playing-sound',
      { ...FETCHING, stage: 'audio', steps: SOUND_STEPS },
      {
        ...{ prepare: found, query: { is_audio: 'true', filename: 'river.mp3', resolution: '' } },
        reach: async (visitor) => {
          await visitor.press('preview:progress.meanwhile.listen');
          await visitor.happens('playing', 'main audio[src]');
          return visitor.sees('main audio[src]');
        },
      },
    ),
    waits('wait-not-playable', FETCHING, {
      ...{ prepare: found, query: Q1080 },
      reach: async (visitor) => {
        await visitor.press('preview:progress.meanwhile.playQuality', Q480);
        await visitor.happens('error', 'main video[src]');
        return visitor.sees('main p', 'preview:progress.meanwhile.failed');
      },
    }),
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
      'wait-connection-lost',
      { progress: 36, stage: 'video', speed: 4.1e6, eta_seconds: 95 },
      {
        // The server neither answers nor refuses.
        prepare: (api, taskId) =>
          api.on(`GET /api/download/status/${taskId}`, () => new Promise(() => undefined)),
        reach: async (visitor) => {
          await visitor.sees('main ol [aria-current=step]');
          hurry();
          sockets.last().dropped();
          return visitor.sees('main p', 'preview:progress.lost');
        },
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
