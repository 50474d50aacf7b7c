import { useEffect, useMemo, useState } from 'react';
import { steadyMs } from '../../../lib/time/steady-ms.js';
import { itemStanding, type ItemStanding, staysMs } from './history-item.js';
import type { ShownPage } from '../history.reducer.js';

/** Returns the items' current states and updates them as their files expire. */
export function useItemStandings({ history, atMs }: ShownPage): readonly ItemStanding[] {
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
