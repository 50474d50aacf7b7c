import { useTranslation } from '../../../i18n/use-translation.js';
import type { ShownPage } from '../history.reducer.js';
import { HistoryRow } from './history-row.js';
import { useItemWords } from './use-item-words.js';
import { useMemo, useState } from 'react';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { useRefresh } from '../../../entities/task/use-refresh.js';
import { countdownsOf, itemStanding, type ItemStanding } from './item-standing.js';

/** Returns the items' current states and updates them as their files expire. */
function useItemStandings({ history, atMs }: ShownPage): readonly ItemStanding[] {
  const [nowMs, setNowMs] = useState(atMs);
  const sinceMs = Math.max(0, nowMs - atMs);
  const standings = useMemo(
    () => history.map((item) => itemStanding(item, sinceMs)),
    [history, sinceMs],
  );
  useRefresh(countdownsOf(standings), nowMs, () => setNowMs(steadyMs()));
  return standings;
}

interface HistoryListProps {
  readonly shown: ShownPage;
  /** True while another page is loading. */
  readonly isStale: boolean;
  readonly onGone: () => void;
}

/**
 * A page of the history. It is a list rather than a table, because visitors rarely compare rows,
 * and because headings let a screen reader jump between titles.
 */
export function HistoryList({ shown, isStale, onGone }: HistoryListProps) {
  const { t } = useTranslation('history');
  const standings = useItemStandings(shown);
  const words = useItemWords();
  return (
    <ul
      aria-label={t('list')}
      aria-busy={isStale}
      className={`transition-opacity ${isStale ? 'opacity-60' : ''}`}
    >
      {shown.history.map((item, at) => (
        <HistoryRow
          key={item.id}
          item={item}
          standing={standings[at] ?? { kind: 'gone' }}
          words={words}
          onGone={onGone}
        />
      ))}
    </ul>
  );
}
