import type { StatusAnswer } from '@dipper/client';
import { useEffect, useState } from 'react';
import { useRefresh } from '../../entities/task/use-refresh.js';
import { pollTasks } from '../../entities/task/follow/poll-tasks.js';
import { useSeen } from '../../lib/react/use-seen.js';
import { steadyMs } from '../../lib/time/steady-ms.js';
import { secondsLeft, standingOf, type TaskStanding } from './standing.js';

type Standings = Readonly<Record<string, TaskStanding | undefined>>;

interface Known {
  readonly standings: Standings;
  /** The time (`steadyMs`) that the states refer to. */
  readonly nowMs: number;
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
    const onAnswer = (taskId: string, answer: StatusAnswer) => {
      // No response, or a busy server, says nothing about the task.
      if (answer.kind === 'error') {
        return true;
      }
      const nowMs = steadyMs();
      const standing: TaskStanding =
        answer.kind === 'unknown' ? { kind: 'gone' } : standingOf(answer.status, nowMs);
      setKnown(({ standings }) => ({ standings: { ...standings, [taskId]: standing }, nowMs }));
      return standing.kind === 'made';
    };
    void pollTasks(ids.split(','), onAnswer, controller.signal);
    return () => controller.abort();
  }, [ids, isSeen]);

  const { standings, nowMs } = known;
  const left = Object.values(standings).flatMap((one) => secondsLeft(one, nowMs) || []);
  useRefresh(left, nowMs, () => setKnown((now) => ({ ...now, nowMs: steadyMs() })));
  return known;
}
