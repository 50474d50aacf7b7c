import { type RefObject, useEffect, useRef } from 'react';
import { useOnChange } from '../../lib/react/use-on-change.js';
import { useTranslation } from '../../i18n/use-translation.js';
import { useSession } from '../../entities/session/current-session.js';
import { Dialog } from '../../ui/overlays/dialog.js';
import type { DialogContentProps } from '../../ui/overlays/overlays-context.js';
import { ClearConfirmation } from './clear-confirmation.js';
import { HistoryEmpty } from './history-empty.js';
import { HistoryFailure } from './history-failure.js';
import { HistoryList } from './rows/history-list.js';
import { HistoryPager } from './history-pager.js';
import { HistoryTools } from './history-tools.js';
import { type History, useHistory } from './use-history.js';
import { useUnits } from '../../i18n/format/units.js';
import type { HistoryState } from './history.reducer.js';

import '../../theme/later.css';

const ROWS = [0, 1, 2, 3, 4];

/** A placeholder with the size of the first page's tools and rows. */
function HistorySkeleton() {
  const { t } = useTranslation('history');
  return (
    <div aria-busy="true" className="grid gap-3">
      <span className="sr-only">{t('loading')}</span>
      <div className="skeleton h-11 w-2/3 max-sm:h-17 max-sm:w-full" />
      {ROWS.map((row) => (
        <div key={row} className="flex gap-4 border-t border-line pt-4 pb-2 max-sm:pb-14">
          <div className="skeleton aspect-video w-24 max-w-[31%] shrink-0 self-start rounded-xl sm:w-32" />
          <div className="grid grow content-start gap-2.5 pt-1">
            <div className="skeleton h-5 w-4/5" />
            <div className="skeleton h-4 w-3/5" />
            <div className="skeleton h-4 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  );
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

/** The list with its tools, or what replaces it: a skeleton, a failure or the empty state. */
function Pages({ history, clearButton, onPage, close }: PagesProps) {
  const { state, dispatch, reread } = history;
  const { shown, asked, phase, clearing } = state;
  const isOff = useSession().user?.profile.preferences.download_history_enabled === false;
  return (
    <>
      {phase === 'failed' && (
        <HistoryFailure failure={state.failure} onRetry={() => dispatch({ type: 'retried' })} />
      )}
      {shown === null ? (
        phase === 'loading' && <HistorySkeleton />
      ) : shown.total === 0 ? (
        <HistoryEmpty isCleared={clearing.step === 'done'} isOff={isOff} close={close} />
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
 * An account's download history. The clear confirmation replaces the list; Escape returns to it.
 */
export function HistoryDialog({ close }: DialogContentProps) {
  const { t } = useTranslation('history');
  const history = useHistory();
  const { state, dispatch, clear } = history;
  const { shown, clearing } = state;
  const { state: session } = useSession();
  const body = useRef<HTMLDivElement>(null);
  const clearButton = useRef<HTMLButtonElement>(null);
  const isAsking = clearing.step === 'confirm' || clearing.step === 'running';
  const keep = () => dispatch({ type: 'clearLeft' });
  useOnChange(isAsking, (wasAsking) => {
    if (wasAsking) {
      // If the button is gone, the focus stays in the dialog.
      (clearButton.current ?? body.current)?.focus({ preventScroll: true });
    }
  });
  useEffect(() => {
    if (session === 'anonymous') {
      // SessionParts tells the visitor why the session ended.
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
          <ClearConfirmation
            total={shown?.total ?? 0}
            isRunning={clearing.step === 'running'}
            failure={clearing.step === 'confirm' ? clearing.failure : null}
            onClear={clear}
            onKeep={keep}
          />
        ) : (
          <Pages history={history} clearButton={clearButton} onPage={onPage} close={close} />
        )}
        <HistoryNews shown={shown} clearing={clearing} />
      </div>
    </Dialog>
  );
}

/** Announces a new page or order to screen readers. */
function HistoryNews({ shown, clearing }: Pick<HistoryState, 'shown' | 'clearing'>) {
  const { t } = useTranslation('history');
  const { number } = useUnits();
  const words = () => {
    if (shown === null) {
      return '';
    }
    if (shown.total === 0) {
      return t(clearing.step === 'done' ? 'empty.cleared' : 'empty.heading');
    }
    const { sort, order } = shown.asked;
    const page = t('announce', {
      ...{ page: number(shown.page), pages: number(shown.pages) },
      ...{ sort: t(`sort.${sort}`), order: t(`order.${sort}.${order}`) },
    });
    return `${t('total', { count: shown.total })}. ${page}`;
  };
  return (
    <p role="status" className="sr-only">
      {words()}
    </p>
  );
}
