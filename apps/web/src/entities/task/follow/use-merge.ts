import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { useOnline } from '../../../lib/react/use-online.js';
import { keptProgress } from '../kept/kept-tasks.js';
import { followTask } from './follow-task.js';
import { isAtWork, type Merge, mergeReducer, newMerge } from './merge.reducer.js';
import { startFailure, startGuard } from './start-merge.js';
import { type Cancel, useCancel } from './use-cancel.js';
import { useGlimpse } from './use-glimpse.js';

export interface RunningMerge extends Cancel {
  readonly merge: Merge;
  /** There is no connection, so the state may be outdated. */
  readonly offline: boolean;
  readonly retry: () => void;
  /** Retries, accepting a damaged source. */
  readonly takeAnyway: () => void;
}

/**
 * Starts a task and follows it to its end: by socket, or by polling while there is none. Offline it
 * does neither, as it would only count errors.
 * @param taskId constant for the component's lifetime
 */
export function useMerge(taskId: string): RunningMerge {
  const [merge, report] = useReducer(mergeReducer, 0, (run): Merge => newMerge(run));
  const [start] = useState(() => startGuard(taskId));
  const { run, phase, anyway } = merge;
  const running = phase === 'running';
  const active = isAtWork(merge);
  const online = useOnline();

  // Before the first paint but after hydration: the server does not know it.
  useLayoutEffect(() => report({ type: 'remembered', progress: keptProgress(taskId) }), [taskId]);

  useEffect(() => {
    if (!online) {
      return;
    }
    let left = false;
    void start(run, anyway).then(
      () => {
        if (!left) {
          report({ type: 'started' });
        }
      },
      async (error: unknown) => {
        const failure = await startFailure(taskId, error);
        if (!left) {
          report({ type: 'failed', failure });
        }
      },
    );
    return () => {
      left = true;
    };
  }, [start, taskId, run, anyway, online]);

  const shown = useRef(0);
  useEffect(() => {
    // An earlier visit's progress is not a baseline for detecting a stuck task.
    shown.current = isAtWork(merge) && !merge.isRemembered ? merge.progress : 0;
  });
  useEffect(() => {
    if (!running || !online) {
      return;
    }
    const controller = new AbortController();
    void followTask({ taskId, progress: shown.current, report, signal: controller.signal });
    return () => controller.abort();
  }, [taskId, run, running, online]);
  useGlimpse({ taskId, online, active, report });
  const cancelling = useCancel({ taskId, run, report });

  const retry = useCallback(() => report({ type: 'restarted' }), []);
  const takeAnyway = useCallback(() => report({ type: 'restarted', anyway: true }), []);
  return { ...cancelling, merge, offline: active && !online, retry, takeAnyway };
}
