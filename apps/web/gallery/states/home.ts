import { mergeStatus } from '@dipper/client/testing';
import { asksNothing, keptTask } from '../samples.js';
import { keepSavesAtOnce } from '../../src/entities/task/at-once/save-at-once.js';
import { keepTask } from '../../src/entities/task/kept/kept-tasks.js';
import type { StateGroup } from '../state.js';

export const HOME: StateGroup = {
  name: 'home',
  states: [
    { name: 'home-empty', address: '/', reach: (visitor) => visitor.sees('#link') },
    {
      name: 'home-recent-downloads',
      address: '/',
      prepare: (api) => {
        const tasks = [
          ['galleryFailed', 'A waterfall in slow motion', { status: 'error' }],
          [
            'galleryReady',
            'How a small river finds its way to the sea, told from spring to delta',
            { status: 'complete', progress: 100, expires_in_seconds: 2550 },
          ],
          ['galleryRunning', 'Ducks crossing a street', { progress: 46 }],
        ] as const;
        for (const [id, title, status] of tasks) {
          keepTask(keptTask(id, title));
          api.on(`GET /api/download/status/${id}`, {
            body: mergeStatus({ task_id: id, ...status }),
          });
        }
      },
      reach: (visitor) => visitor.sees('.recent-downloads a', 'recentDownloads:ready'),
    },
    {
      name: 'home-at-once',
      address: '/',
      prepare: () => keepSavesAtOnce(true),
      reach: (visitor) => visitor.sees('main label input[type=checkbox]'),
    },
    {
      name: 'home-landing',
      address: '/youtube-downloader',
      reach: (visitor) => visitor.sees('#link'),
    },
    {
      name: 'home-refused',
      address: '/',
      prepare: asksNothing,
      reach: async (visitor) => {
        await visitor.submits('no link');
        return visitor.sees('[role=alert]');
      },
    },
    {
      name: 'home-shortcuts',
      address: '/',
      overlay: true,
      reach: async (visitor) => {
        await visitor.press('search:form.shortcuts');
        return visitor.sees('dialog[open] kbd');
      },
    },
    {
      name: 'home-menu',
      address: '/',
      overlay: true,
      reach: async (visitor) => {
        await visitor.press('nav.menu');
        return visitor.sees('header details[open]');
      },
    },
  ],
};
