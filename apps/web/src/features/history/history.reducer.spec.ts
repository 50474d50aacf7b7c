import type { HistoryReply } from '@dipper/contract';
import {
  type HistoryEvent,
  historyReducer,
  type HistoryState,
  NEW_HISTORY,
} from './history.reducer.js';

const reply = (overrides: Partial<HistoryReply> = {}): HistoryReply => ({
  ...{ history: [], page: 1, pages: 3, total: 45 },
  ...overrides,
});
type Step = HistoryEvent | ((state: HistoryState) => HistoryEvent);
const after = (...events: readonly Step[]) =>
  events.reduce<HistoryState>(
    (state, event) => historyReducer(state, typeof event === 'function' ? event(state) : event),
    NEW_HISTORY,
  );
const loaded =
  (overrides: Partial<HistoryReply> = {}) =>
  ({ asked }: HistoryState): HistoryEvent => ({
    ...{ type: 'loaded', asked, atMs: 7 },
    reply: reply({ page: asked.page, ...overrides }),
  });
const failed = ({ asked }: HistoryState): HistoryEvent => ({
  type: 'failed',
  asked,
  failure: { status: 503 },
});
const page = (to: number): HistoryEvent => ({ type: 'paged', page: to });
const sort = (by: 'date' | 'title' | 'platform' | 'size'): HistoryEvent => ({
  type: 'sorted',
  sort: by,
});

describe('the requested page', () => {
  it.each<[what: string, events: readonly Step[], asked: HistoryState['asked']]>([
    ['starts with the newest', [], { sort: 'date', order: 'desc', page: 1 }],
    ['sorts titles from A to Z', [sort('title')], { sort: 'title', order: 'asc', page: 1 }],
    [
      'sorts platforms from A to Z',
      [sort('platform')],
      { sort: 'platform', order: 'asc', page: 1 },
    ],
    ['sorts by size from the largest', [sort('size')], { sort: 'size', order: 'desc', page: 1 }],
    [
      'sorts by date from the newest',
      [sort('size'), sort('date')],
      { sort: 'date', order: 'desc', page: 1 },
    ],
    [
      'returns to the first page when the order changes',
      [loaded(), page(2), loaded(), { type: 'ordered', order: 'asc' }],
      { sort: 'date', order: 'asc', page: 1 },
    ],
    ['turns to another page', [loaded(), page(2)], { sort: 'date', order: 'desc', page: 2 }],
    ['stops at the last page', [loaded(), page(9)], { sort: 'date', order: 'desc', page: 3 }],
    ['stops at the first page', [loaded(), page(-1)], { sort: 'date', order: 'desc', page: 1 }],
    [
      'falls back to the last page after another tab has cleared the history',
      [loaded(), page(3), loaded({ pages: 1, total: 2 })],
      { sort: 'date', order: 'desc', page: 1 },
    ],
  ])('%s', (_what, events, asked) => {
    expect(after(...events).asked).toEqual(asked);
  });

  it('keeps its state when nothing changes', () => {
    const before = after(loaded());
    expect(historyReducer(before, page(0))).toBe(before);
  });
});

describe('a page that fails to load', () => {
  const state = after(loaded({ total: 44 }), page(2), failed);

  it('leaves the current page visible', () => {
    expect(state).toMatchObject({ phase: 'failed', failure: { status: 503 } });
    expect(state.shown).toMatchObject({ page: 1, total: 44 });
  });

  it('replaces the current page after a retry', () => {
    const again = historyReducer(state, { type: 'retried' });
    expect(again).toMatchObject({ phase: 'loading', asked: { page: 2 } });
    expect(again.asked).not.toBe(state.asked);
    expect(historyReducer(again, loaded()(again)).shown).toMatchObject({ page: 2, atMs: 7 });
  });
});

it.each<[what: string, event: (old: HistoryState) => HistoryEvent]>([
  ['page', loaded()],
  ['failure', failed],
])('ignores a %s that arrives late for an earlier request', (_what, event) => {
  const old = after(loaded());
  const now = historyReducer(old, page(2));
  expect(historyReducer(now, event(old))).toBe(now);
});

describe('clearing', () => {
  const asking = after(loaded(), { type: 'clearAsked' });

  it('asks for confirmation and can be cancelled', () => {
    expect(asking.clearing).toEqual({ step: 'confirm', failure: null });
    expect(historyReducer(asking, { type: 'clearLeft' })).toMatchObject({
      clearing: { step: 'none' },
      shown: { total: 45 },
    });
  });

  it('cannot be cancelled once sent, and ignores pages that arrive meanwhile', () => {
    const running = historyReducer(asking, { type: 'clearConfirmed' });
    expect(historyReducer(running, { type: 'clearLeft' })).toBe(running);
    expect(historyReducer(running, loaded()(running))).toBe(running);
  });

  it('can be retried after a failure', () => {
    const state = historyReducer(asking, { type: 'clearFailed', failure: { status: 500 } });
    expect(state.clearing).toEqual({ step: 'confirm', failure: { status: 500 } });
    const again = historyReducer(state, { type: 'clearConfirmed' });
    expect(again.clearing).toEqual({ step: 'running' });
  });

  it('reloads, and reports "cleared" only while the list is empty', () => {
    const state = after(loaded(), page(2), { type: 'cleared' });
    expect(state).toMatchObject({ shown: null, phase: 'loading', asked: { page: 1 } });
    const empty = historyReducer(state, loaded({ pages: 0, total: 0 })(state));
    expect(empty).toMatchObject({ clearing: { step: 'done' }, shown: { total: 0 } });
    const filled = historyReducer(empty, loaded({ total: 1 })(empty));
    expect(filled.clearing).toEqual({ step: 'none' });
  });
});
