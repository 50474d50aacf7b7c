import { type FakeReply, FakeStream, mergeStatus, sockets } from '@dipper/client/testing';
import { errorReply, type MergeStatus, previewPath } from '@dipper/contract';
import { keepSavesAtOnce } from '../../src/entities/task/at-once/save-at-once.js';
import { leaveFactsOf } from '../../src/entities/media/handover/page-facts.js';
import { format } from '../../src/testing/fixtures.js';
import { fullVideo, LINK, TITLE } from '../samples.js';
import { COMPLETE, idOf, STEPS, type TaskState, taskState } from '../task-state.js';
import type { GalleryState, StateGroup } from '../state.js';
import type { Visitor } from '../visitor.js';

/** A finished file. */
const done = (
  name: string,
  query: Readonly<Record<string, string>>,
  status: Partial<MergeStatus> = {},
  more: Partial<TaskState> = {},
): GalleryState =>
  taskState({
    ...{ name, query, status: { ...COMPLETE, ...status } },
    reach: (visitor) => visitor.sees('[role=timer]'),
    ...more,
  });

const ENTRIES = [
  { id: 'a', title: TITLE, state: 'done', error_code: null },
  { id: 'b', title: 'The spring', state: 'failed', error_code: 'MEDIA_PRIVATE' },
  { id: 'c', title: 'Rapids', state: 'done', error_code: null },
] as const;
const SOUND = { is_audio: 'true', filename: 'river.m4a', resolution: '' };
const RIVER = '/api/stream/river.mp4';
const SUBTITLES = '1\n00:00:01,000 --> 00:00:03,500\nThe spring is no wider than a hand.\n\n';

/** The moment when the file that the visitor is waiting for is ready. */
const caught = (name: string, query: Readonly<Record<string, string>> = {}): GalleryState => ({
  ...taskState({
    ...{ name, query, status: { progress: 98, stage: 'checking', steps: STEPS } },
    reach: async (visitor) => {
      await visitor.sees('main ol [aria-current=step]');
      sockets.last().update(mergeStatus({ task_id: idOf(name), ...COMPLETE }));
      return visitor.sees('main .surfacing');
    },
  }),
  heldAt: 350,
});

const direct = (name: string, query: Readonly<Record<string, string>>): GalleryState => ({
  name,
  address: previewPath({ title: TITLE, source_url: LINK, resolution: '1280x720', ...query }),
  reach: (visitor) => visitor.sees('main video, main audio'),
});

/** A finished file that the player cannot play. */
const unplayable = (name: string, src: string, query: Readonly<Record<string, string>>) => ({
  ...direct(name, { url: src, ...query }),
  reach: async (visitor: Parameters<GalleryState['reach']>[0]) => {
    await visitor.sees('main video[src], main audio[src]');
    await visitor.happens('error', 'main video, main audio');
    return visitor.sees('main h2');
  },
});

/** A finished video with an open clip maker. */
const clipped = (
  name: string,
  reach: (visitor: Visitor) => Promise<unknown> = () => Promise.resolve(),
): GalleryState =>
  done(
    name,
    {},
    {},
    {
      prepare: (api) => {
        leaveFactsOf(fullVideo());
        api.on('POST /api/download/tasks', {
          status: 422,
          body: errorReply('CLIP_OUTSIDE', { seconds: 12 }),
        });
      },
      reach: async (visitor) => {
        await visitor.press('preview:actions.clip');
        await visitor.sees('main details[open] fieldset');
        return reach(visitor);
      },
    },
  );

/** A finished video with chosen subtitles. */
const captioned = (name: string, created: FakeReply | (() => Promise<FakeReply>)): GalleryState =>
  done(
    name,
    {},
    {},
    {
      prepare: (api) => {
        leaveFactsOf(fullVideo());
        api.on('POST /api/download/tasks', created);
      },
      reach: async (visitor) => {
        await visitor.chooses('extras:captions.label', 'en');
        return visitor.sees('main p[role=status]', `extras:captions.${name.split('-').at(-1)}`);
      },
    },
  );

export const DONE: StateGroup = {
  name: 'done',
  documented: 'Files, and media that plays directly',
  states: [
    caught('done-catch'),
    caught('done-catch-sound', SOUND),
    caught('done-catch-without-thumbnail', { thumbnail_url: '' }),
    done('done-video', {}, {}, { prepare: () => leaveFactsOf(fullVideo()) }),
    // While the setting is on, its switch appears below the save button.
    done('done-at-once', {}, {}, { prepare: () => keepSavesAtOnce(true) }),
    // The page has no details about the item, as when a visitor opens a shared link.
    done('done-video-shared', { source_url: 'https://vimeo.com/2' }),
    done('done-video-damaged', {}, { damage: [{ from_seconds: 3, to_seconds: 5 }] }),
    // The gallery's media server never responds to this request, so the player keeps loading.
    done('done-loading-damaged', {}, { damage: [{ from_seconds: 3, to_seconds: 5 }] }),
    done('done-audio', SOUND),
    done('done-picture', { filename: 'river.gif' }, { kind: 'clip' }),
    done(
      'done-text',
      { filename: 'river.en.srt' },
      { kind: 'subtitle' },
      {
        prepare: (api, taskId) =>
          void api.on(`GET /api/download/file/${taskId}`, () => {
            const stream = new FakeStream();
            stream.pushText(SUBTITLES.repeat(40));
            stream.end();
            return { stream };
          }),
        reach: (visitor) => visitor.sees('main pre'),
      },
    ),
    done(
      'done-zip',
      { filename: 'Rivers of the north.zip', title: 'Rivers of the north', resolution: '' },
      { kind: 'bundle', entries: [...ENTRIES] },
    ),
    taskState({
      name: 'done-zip-filling',
      query: { filename: 'Rivers.zip', title: 'Rivers of the north', resolution: '' },
      status: {
        ...{ kind: 'bundle', progress: 40 },
        entries: [...ENTRIES, { id: 'd', title: null, state: 'making', error_code: null }],
      },
      reach: (visitor) => visitor.sees('main a', 'preview:bundle.now'),
    }),
    clipped('done-clip'),
    clipped('done-clip-refused', async (visitor) => {
      await visitor.click('main details[open] fieldset ~ button');
      return visitor.sees('main [role=alert]');
    }),
    captioned('done-captions-fetching', () => new Promise(() => undefined)),
    captioned('done-captions-failed', { status: 500 }),
    done('done-minutes-left', {}, { expires_in_seconds: 95 }),
    direct('done-direct', { url: '/api/stream/river.mp4', filesize: '51000000' }),
    {
      ...direct('done-direct-found', { url: RIVER, filename: 'river.mp4', filesize: '51000000' }),
      prepare: () => leaveFactsOf(fullVideo({ formats: [format({ url: RIVER })] })),
    },
    direct('done-direct-audio', { url: '/api/stream/audio.m4a', is_audio: 'true' }),
    unplayable('done-session-expired', 'https://cdn.example/river.mp4', {}),
    unplayable('done-not-available', '/api/stream/audio.m4a', { is_audio: 'true' }),
    unplayable('done-not-playable', '/api/stream/river.mp4', {}),
    {
      name: 'done-no-address',
      address: '/preview',
      reach: (visitor) => visitor.sees('#link'),
    },
  ],
};
