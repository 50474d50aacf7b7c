import { useTranslation } from '../../../i18n/use-translation.js';
import type { ShownPage } from '../history.reducer.js';
import { HistoryRow } from './history-row.js';
import { useItemWords } from './use-item-words.js';
import { useEffect, useMemo, useState } from 'react';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { itemStanding, type ItemStanding, staysMs } from './history-item.js';

/** Returns the items' current states and updates them as their files expire. */
function useItemStandings({ history, atMs }: ShownPage): readonly ItemStanding[] {
  const [nowMs, setNowMs] = useState(atMs);
  const sinceMs = Math.max(0, nowMs - atMs);
  const standings = useMemo(
    () => history.map((item) => itemStanding(item, sinceMs)),
    [history, sinceMs],
  );
  useEffect(() => {
    const delayMs = staysMs(standings);
    if (Number.isFinite(delayMs)) {
      const timer = setTimeout(() => setNowMs(steadyMs()), delayMs);
      return () => clearTimeout(timer);
    }
  }, [standings]);
  return standings;
}

interface HistoryListProps {
  readonly shown: ShownPage;
  /** True while another page is loading. */
  readonly isStale: boolean;
  readonly onGone: () => void;
}

/**
 * A page of the history. A list rather than a table, because visitors compare few of a row's ten
 * facts across rows, and because headings let a screen reader jump between titles.
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
