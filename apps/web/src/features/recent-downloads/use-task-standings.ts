import { useEffect, useState } from 'react';
import { refreshInMs } from '../../entities/task/countdowns.js';
import { useSeen } from '../../lib/react/use-seen.js';
import { steadyMs } from '../../lib/time/steady-ms.js';
import { followTasks } from './follow-tasks.js';
import { secondsLeft, type Standing } from './standing.js';

export type Standings = Readonly<Record<string, Standing | undefined>>;

export interface Known {
  readonly standings: Standings;
  /** The time (`steadyMs`) that the states refer to. */
  readonly nowMs: number;
}

/**
 * Returns the milliseconds until the visible countdowns need an update; Infinity if there are none.
 */
function staysMs({ standings, nowMs }: Known): number {
  return refreshInMs(Object.values(standings).flatMap((one) => secondsLeft(one, nowMs) || []));
}

/**
 * Returns the states of these tasks. A state is missing until the server has responded. Nothing is
 * polled while the tab is hidden or offline. When the visitor returns, all tasks are polled,
 * because the device may have been asleep.
 */
export function useTaskStandings(taskIds: readonly string[]): Known {
  const [known, setKnown] = useState<Known>(() => ({ standings: {}, nowMs: steadyMs() }));
  const isSeen = useSeen();
  const ids = taskIds.join();
  useEffect(() => {
    if (!isSeen || ids === '') {
      return;
    }
    const controller = new AbortController();
    const onStanding = (taskId: string, standing: Standing) =>
      setKnown(({ standings }) => ({
        standings: { ...standings, [taskId]: standing },
        nowMs: steadyMs(),
      }));
    void followTasks({ taskIds: ids.split(','), signal: controller.signal, onStanding });
    return () => controller.abort();
  }, [ids, isSeen]);

  useEffect(() => {
    const delayMs = staysMs(known);
    if (Number.isFinite(delayMs)) {
      const timer = setTimeout(
        () => setKnown(({ standings }) => ({ standings, nowMs: steadyMs() })),
        delayMs,
      );
      return () => clearTimeout(timer);
    }
  }, [known]);
  return known;
}
