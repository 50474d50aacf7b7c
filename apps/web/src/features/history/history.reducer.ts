import type { FailedReply } from '@dipper/client';
import type { HistoryQuery, HistoryReply, HistorySort } from '@dipper/contract';

type Order = HistoryQuery['order'];
export type PageRequest = Omit<HistoryQuery, 'limit'>;

export interface ShownPage extends HistoryReply {
  readonly asked: PageRequest;
  /** When the page was loaded (`steadyMs`), which its files' countdowns start from. */
  readonly atMs: number;
}

/** The visible page. It stays while another one loads, even if that fails. */
type Loading =
  | { readonly phase: 'loading'; readonly shown: ShownPage | null }
  | { readonly phase: 'shown'; readonly shown: ShownPage }
  | {
      readonly phase: 'failed';
      readonly shown: ShownPage | null;
      /** Why the requested page failed to load. */
      readonly failure: FailedReply;
    };

type Clearing =
  | { readonly step: 'none' }
  /** Waiting for confirmation, perhaps after a failed attempt. */
  | { readonly step: 'confirm'; readonly failure: FailedReply | null }
  | { readonly step: 'running' }
  /** The visitor has just cleared the history, and nothing has been added since. */
  | { readonly step: 'done' };

export type HistoryState = Loading & {
  /** The requested page. A new object triggers a new request. */
  readonly asked: PageRequest;
  readonly clearing: Clearing;
};

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

const NOT_CLEARING: Clearing = { step: 'none' };

export const NEW_HISTORY: HistoryState = {
  asked: { sort: 'date', order: 'desc', page: 1 },
  ...{ phase: 'loading', shown: null, clearing: NOT_CLEARING },
};

function ask(state: HistoryState, change: Partial<PageRequest>): HistoryState {
  const { asked, shown, clearing } = state;
  return { asked: { ...asked, ...change }, phase: 'loading', shown, clearing };
}

function withPage(state: HistoryState, event: HistoryEvent & { type: 'loaded' }): HistoryState {
  const { asked, reply, atMs } = event;
  const { clearing } = state;
  if (asked !== state.asked || clearing.step === 'running') {
    return state;
  }
  if (asked.page > Math.max(1, reply.pages)) {
    // Another tab has shortened the history, so this page no longer exists.
    return ask(state, { page: Math.max(1, reply.pages) });
  }
  return {
    ...{ asked, phase: 'shown', shown: { ...reply, asked, atMs } },
    clearing: clearing.step === 'done' && reply.total > 0 ? NOT_CLEARING : clearing,
  };
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
      return { ...state, clearing: { step: 'confirm', failure: null } };
    case 'clearLeft':
      // A request that has been sent cannot be undone.
      return state.clearing.step === 'running' ? state : { ...state, clearing: NOT_CLEARING };
    case 'clearConfirmed':
      return { ...state, clearing: { step: 'running' } };
    case 'cleared': {
      // Reload the list, because a download may have been saved in the meantime.
      const asked = { ...state.asked, page: 1 };
      return { asked, phase: 'loading', shown: null, clearing: { step: 'done' } };
    }
    case 'clearFailed':
      return { ...state, clearing: { step: 'confirm', failure: event.failure } };
  }
}
