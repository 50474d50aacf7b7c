import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSession } from '../../entities/session/current-session.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import type { DialogContentProps } from '../../ui/overlays/overlays-context.js';
import { ClearQuestion } from './clear-question.js';
import { HistoryEmpty } from './history-empty.js';
import { HistoryFailure } from './history-failure.js';
import { HistoryList } from './rows/history-list.js';
import { HistoryNews } from './history-news.js';
import { HistoryPager } from './history-pager.js';
import { HistorySkeleton } from './history-skeleton.js';
import { HistoryTools } from './history-tools.js';
import { type History, useHistory } from './use-history.js';

/**
 * After the confirmation, returns the focus to the button, or to the dialog if the button is gone.
 */
function useFocusAfterQuestion(
  isAsking: boolean,
  button: RefObject<HTMLElement | null>,
  body: RefObject<HTMLElement | null>,
): void {
  const wasAsking = useRef(isAsking);
  useEffect(() => {
    if (wasAsking.current && !isAsking) {
      (button.current ?? body.current)?.focus({ preventScroll: true });
    }
    wasAsking.current = isAsking;
  }, [isAsking, button, body]);
}

function scrollToTop(frame: HTMLElement | null | undefined): void {
  if (frame) {
    frame.scrollTop = 0;
  }
}

interface PagesProps {
  readonly history: History;
  readonly clearButton: RefObject<HTMLButtonElement | null>;
  readonly onPage: (page: number) => void;
  readonly close: () => void;
}

/** The list with its tools, or what replaces it: the skeleton, a failure or the empty state. */
function Pages({ history, clearButton, onPage, close }: PagesProps) {
  const { state, dispatch, reread } = history;
  const { shown, asked, phase, failure, isCleared } = state;
  const isOff = useSession().user?.profile.preferences.download_history_enabled === false;
  return (
    <>
      {failure !== null && (
        <HistoryFailure failure={failure} onRetry={() => dispatch({ type: 'retried' })} />
      )}
      {shown === null ? (
        phase === 'loading' && <HistorySkeleton />
      ) : shown.total === 0 ? (
        <HistoryEmpty isCleared={isCleared} isOff={isOff} close={close} />
      ) : (
        <>
          <HistoryTools asked={asked} dispatch={dispatch} clearRef={clearButton} />
          <HistoryList shown={shown} isStale={phase === 'loading'} onGone={reread} />
          {shown.pages > 1 && (
            <HistoryPager page={shown.page} pages={shown.pages} onPage={onPage} />
          )}
        </>
      )}
    </>
  );
}

/**
 * An account's download history. The question whether to clear it replaces the list; Escape returns
 * to the list.
 */
export function HistoryDialog({ close }: DialogContentProps) {
  const { t } = useTranslation('history');
  const history = useHistory();
  const { state, dispatch, clear } = history;
  const { state: session } = useSession();
  const body = useRef<HTMLDivElement>(null);
  const clearButton = useRef<HTMLButtonElement>(null);
  const isAsking = state.clearing !== null;
  const keep = () => dispatch({ type: 'clearLeft' });
  useFocusAfterQuestion(isAsking, clearButton, body);
  useEffect(() => {
    if (session === 'anonymous') {
      // SessionParts reports the reason.
      close();
    }
  }, [session, close]);
  const onPage = (page: number) => {
    dispatch({ type: 'paged', page });
    scrollToTop(body.current?.parentElement);
  };
  return (
    <Dialog title={t('heading')} wide onClose={close} {...(isAsking && { onEscape: keep })}>
      <div ref={body} tabIndex={-1} className="flex flex-col gap-3">
        {isAsking ? (
          <ClearQuestion
            total={state.shown?.total ?? 0}
            isRunning={state.clearing === 'running'}
            failure={state.clearFailure}
            onClear={clear}
            onKeep={keep}
          />
        ) : (
          <Pages history={history} clearButton={clearButton} onPage={onPage} close={close} />
        )}
        <HistoryNews shown={state.shown} isCleared={state.isCleared} />
      </div>
    </Dialog>
  );
}
