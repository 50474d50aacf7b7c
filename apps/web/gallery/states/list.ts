import { type FakeApi, mergeStatus, sockets } from '@dipper/client/testing';
import type { ListInfo } from '@dipper/contract';
import { listEntry, listInfo } from '../../src/testing/fixtures.js';
import { LINK, SEARCH, TITLE } from '../samples.js';
import type { GalleryState, StateGroup } from '../state.js';
import { COMPLETE } from '../task-state.js';
import type { Visitor } from '../visitor.js';

const ENTRIES = [
  listEntry(1, { title: TITLE }),
  listEntry(2, { kind: 'picture' as const, duration: null }),
  ...Array.from({ length: 4 }, (_, at) => listEntry(at + 3)),
];

/** A list, after the visitor has used it. */
const list = (
  name: string,
  info: Partial<ListInfo>,
  reach: (visitor: Visitor) => Promise<unknown> = (visitor) => visitor.sees('main li input'),
  prepare: (api: FakeApi) => void = () => undefined,
): GalleryState => ({
  name,
  address: '/',
  prepare: (api) => {
    // Each list has its own id, because pages remember the selection in a list.
    const body = listInfo({
      task_id: name,
      title: 'Rivers of the north',
      entries: ENTRIES,
      ...info,
    });
    api.on(SEARCH, { body });
    prepare(api);
  },
  reach: async (visitor) => {
    await visitor.submits(LINK);
    return reach(visitor);
  },
});

/** The server prepares the first entry and refuses the second. */
function runs(api: FakeApi): void {
  let tasks = 0;
  api.on('POST /api/download/tasks', () => {
    tasks += 1;
    const filename = `Part ${tasks}.mp4`;
    return tasks === 2
      ? { status: 422, body: { error: 'This item is private.', code: 'MEDIA_PRIVATE' } }
      : { status: 201, body: { task_id: `entry${tasks}`, status: 'prepared', filename } };
  });
  api.on('GET /api/download/start-merge', { body: { task_id: 'entry1', status: 'queued' } });
  // Otherwise the page would download the finished entry.
  HTMLAnchorElement.prototype.click = () => undefined;
  sockets.connects = true;
  sockets.ack = (task_id) =>
    task_id === 'entry1'
      ? mergeStatus({ task_id, status: 'complete', progress: 100, expires_in_seconds: 3000 })
      : mergeStatus({ task_id, progress: 40 });
}

/** The server refuses the second entry and prepares all others. */
function runsToTheEnd(api: FakeApi): void {
  runs(api);
  sockets.ack = (task_id) => mergeStatus({ task_id, ...COMPLETE });
}

export const LIST: StateGroup = {
  name: 'list',
  states: [
    list('list-entries', {}),
    list('list-long', {
      total: 340,
      entries: Array.from({ length: 60 }, (_, at) => listEntry(at + 1)),
    }),
    list('list-pasted', {
      title: '',
      platform: 'Unknown Platform',
      webpage_url: null,
      uploader: null,
    }),
    list('list-nothing-selected', {}, async (visitor) => {
      await visitor.press('list:choose.nothing');
      return visitor.sees('main p', 'list:save.nothing');
    }),
    list(
      'list-run',
      {},
      async (visitor) => {
        await visitor.press('list:save.each', { count: ENTRIES.length });
        return visitor.sees('main li [role=progressbar], main li', 'list:run.making');
      },
      runs,
    ),
    list(
      'list-run-done',
      {},
      async (visitor) => {
        await visitor.press('list:save.each', { count: ENTRIES.length });
        const count = ENTRIES.length;
        return visitor.sees('main p', 'list:run.ended', { done: count, count });
      },
      runsToTheEnd,
    ),
  ],
};
