import type { FakeApi } from '@dipper/client/testing';
import { COMPLETE, type TaskState, taskState } from '../task-state.js';
import type { GalleryState, StateGroup } from '../state.js';

/** The preview of a file, after the visitor has used its Share button. */
const shares = (name: string, more: Pick<TaskState, 'reach'> & Partial<TaskState>): GalleryState =>
  taskState({
    ...{ name, status: COMPLETE, overlay: true },
    prepare: makesLinks,
    ...more,
    reach: async (visitor) => {
      await visitor.press('share:share');
      await visitor.sees('[role=menu]');
      return more.reach(visitor);
    },
  });

function makesLinks(api: FakeApi): void {
  api.on('POST /api/shorten-preview', { body: { short_url: 'https://dipper.example/p/Ab345678' } });
}

export const SHARE: StateGroup = {
  name: 'share',
  documented: 'Sharing',
  states: [
    shares('share-menu', { reach: (visitor) => visitor.sees('[role=menuitem]') }),
    shares('share-qr', {
      reach: async (visitor) => {
        await visitor.press('share:ways.qr');
        return visitor.sees('dialog[open] input');
      },
    }),
    shares('share-by-hand', {
      prepare: (api) => {
        makesLinks(api);
        const write = () => Promise.reject(new Error('blocked'));
        const value = { write, writeText: write };
        Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
        Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true });
      },
      reach: async (visitor) => {
        await visitor.press('share:ways.copy');
        return visitor.sees('dialog[open] input');
      },
    }),
    shares('share-failed', {
      prepare: () => undefined,
      reach: async (visitor) => {
        await visitor.press('share:ways.qr');
        return visitor.sees('dialog[open] button', 'again');
      },
    }),
    shares('share-toast', {
      prepare: () => undefined,
      reach: async (visitor) => {
        await visitor.press('share:ways.copy');
        return visitor.sees('.card.rise');
      },
    }),
  ],
};
