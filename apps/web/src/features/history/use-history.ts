import { ApiFailure, type FailedReply } from '@dipper/client';
import type { HistoryReply } from '@dipper/contract';
import { useCallback, useEffect, useReducer } from 'react';
import { inRounds, ROUND_MS } from '../../entities/task/follow/rounds.js';
import { useSeen } from '../../lib/react/use-seen.js';
import { steadyMs } from '../../lib/time/steady-ms.js';
import { clearHistory, fetchHistory } from './history-calls.js';
import {
  type PageRequest,
  type HistoryEvent,
  historyReducer,
  type HistoryState,
  NEW_HISTORY,
} from './history.reducer.js';

const replyOf = (error: unknown): FailedReply => (error instanceof ApiFailure ? error.reply : {});

const loaded = (asked: PageRequest, reply: HistoryReply): HistoryEvent => ({
  type: 'loaded',
  asked,
  reply,
  atMs: steadyMs(),
});

/**
 * Reloads the current page while an item on it is in progress and the tab is visible. One request
 * for the page replaces one for each task, and brings the links and lifetimes of the files too.
 */
function useFollowing(state: HistoryState, dispatch: (e: HistoryEvent) => void) {
  const isSeen = useSeen();
  const page = isSeen && state.phase === 'shown' && state.clearing.step === 'none' && state.shown;
  const followed =
    page && page.history.some(({ status }) => status === 'in_progress') ? page : null;
  useEffect(() => {
    if (followed === null) {
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const look = async () => {
      // If this fails, the current page stays.
      const reply = await fetchHistory(followed.asked, signal).catch(() => null);
      if (reply === null || signal.aborted) {
        return 'unanswered';
      }
      // The reply is another page, which is followed in turn.
      dispatch(loaded(followed.asked, reply));
      return 'over';
    };
    void inRounds(ROUND_MS, look, signal);
    return () => controller.abort();
  }, [followed, dispatch]);
}

export interface History {
  readonly state: HistoryState;
  readonly dispatch: (event: HistoryEvent) => void;
  /** Reloads the page silently after a file has turned out to be gone. */
  readonly reread: () => void;
  /** Deletes the whole history. The caller must ask for confirmation first. */
  readonly clear: () => void;
}

/** The account's history, one page at a time. */
export function useHistory(): History {
  const [state, dispatch] = useReducer(historyReducer, NEW_HISTORY);
  const { asked, shown } = state;
  const isAsked = state.phase === 'loading';
  useEffect(() => {
    if (!isAsked) {
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    fetchHistory(asked, signal).then(
      (reply) => signal.aborted || dispatch(loaded(asked, reply)),
      (error: unknown) =>
        signal.aborted || dispatch({ type: 'failed', asked, failure: replyOf(error) }),
    );
    return () => controller.abort();
  }, [asked, isAsked]);
  useFollowing(state, dispatch);

  const reread = useCallback(() => {
    if (shown !== null) {
      fetchHistory(shown.asked).then(
        (reply) => dispatch(loaded(shown.asked, reply)),
        () => undefined,
      );
    }
  }, [shown]);
  const clear = useCallback(() => {
    dispatch({ type: 'clearConfirmed' });
    clearHistory().then(
      () => dispatch({ type: 'cleared' }),
      (error: unknown) => dispatch({ type: 'clearFailed', failure: replyOf(error) }),
    );
  }, []);
  return { state, dispatch, reread, clear };
}
