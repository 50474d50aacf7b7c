import type { HistoryQuery, HistoryReply, HistorySort } from '@dipper/contract';
import type { FailedReply } from '../../lib/api/api-failure.js';

export type Order = HistoryQuery['order'];
/** A request for one page of the history. */
export type PageRequest = Omit<HistoryQuery, 'limit'>;

export interface ShownPage extends HistoryReply {
  readonly asked: PageRequest;
  /** When the page was loaded (`steadyMs`), which its files' countdowns start from. */
  readonly atMs: number;
}

export interface HistoryState {
  /** The requested page. A new object triggers a new request. */
  readonly asked: PageRequest;
  readonly phase: 'loading' | 'shown' | 'failed';
  /** The visible page. It stays while another one loads, even if that fails. */
  readonly shown: ShownPage | null;
  /** Why the requested page failed to load. */
  readonly failure: FailedReply | null;
  /** 'confirm' while waiting for confirmation, 'running' during the request; null otherwise. */
  readonly clearing: 'confirm' | 'running' | null;
  readonly clearFailure: FailedReply | null;
  /** True if the visitor has just cleared the history. */
  readonly isCleared: boolean;
}

export type HistoryEvent =
  | { readonly type: 'sorted'; readonly sort: HistorySort }
  | { readonly type: 'ordered'; readonly order: Order }
  | { readonly type: 'paged'; readonly page: number }
  | { readonly type: 'retried' }
  /** Also sent after the current page has been reloaded. */
  | {
      readonly type: 'loaded';
      readonly asked: PageRequest;
      readonly reply: HistoryReply;
      readonly atMs: number;
    }
  | { readonly type: 'failed'; readonly asked: PageRequest; readonly failure: FailedReply }
  | { readonly type: 'clearAsked' }
  | { readonly type: 'clearLeft' }
  | { readonly type: 'clearConfirmed' }
  | { readonly type: 'cleared' }
  | { readonly type: 'clearFailed'; readonly failure: FailedReply };

/** The order that people usually expect first: newest, largest, or A to Z. */
const FIRST_ORDER: Readonly<Record<HistorySort, Order>> = {
  ...{ date: 'desc', size: 'desc', title: 'asc', platform: 'asc' },
};

export const NEW_HISTORY: HistoryState = {
  asked: { sort: 'date', order: 'desc', page: 1 },
  ...{ phase: 'loading', shown: null, failure: null },
  ...{ clearing: null, clearFailure: null, isCleared: false },
};

function ask(state: HistoryState, change: Partial<PageRequest>): HistoryState {
  return { ...state, asked: { ...state.asked, ...change }, phase: 'loading', failure: null };
}

function withPage(state: HistoryState, event: HistoryEvent & { type: 'loaded' }): HistoryState {
  const { asked, reply, atMs } = event;
  if (asked !== state.asked || state.clearing === 'running') {
    return state;
  }
  if (asked.page > Math.max(1, reply.pages)) {
    // Another tab has shortened the history, so this page no longer exists.
    return ask(state, { page: Math.max(1, reply.pages) });
  }
  const isCleared = state.isCleared && reply.total === 0;
  return { ...state, phase: 'shown', shown: { ...reply, asked, atMs }, failure: null, isCleared };
}

/** Computes the next state of the history dialog. */
export function historyReducer(state: HistoryState, event: HistoryEvent): HistoryState {
  switch (event.type) {
    case 'sorted':
      return ask(state, { sort: event.sort, order: FIRST_ORDER[event.sort], page: 1 });
    case 'ordered':
      return ask(state, { order: event.order, page: 1 });
    case 'paged': {
      const page = Math.min(Math.max(1, event.page), state.shown?.pages ?? 1);
      return page === state.asked.page && state.phase !== 'failed' ? state : ask(state, { page });
    }
    case 'retried':
      return ask(state, {});
    case 'loaded':
      return withPage(state, event);
    case 'failed':
      return event.asked === state.asked
        ? { ...state, phase: 'failed', failure: event.failure }
        : state;
    case 'clearAsked':
      return { ...state, clearing: 'confirm', clearFailure: null };
    case 'clearLeft':
      // A request that has been sent cannot be undone.
      return state.clearing === 'running' ? state : { ...state, clearing: null };
    case 'clearConfirmed':
      return { ...state, clearing: 'running', clearFailure: null };
    case 'cleared':
      // Reload the list, because a download may have been saved in the meantime.
      return { ...ask(state, { page: 1 }), shown: null, clearing: null, isCleared: true };
    case 'clearFailed':
      return { ...state, clearing: 'confirm', clearFailure: event.failure };
  }
}
