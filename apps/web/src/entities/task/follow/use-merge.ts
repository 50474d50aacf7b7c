import { followTask } from '@dipper/client';
import type { MergeStatus } from '@dipper/contract';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { useOnline } from '../../../lib/react/use-online.js';
import { keptProgress } from '../kept/kept-tasks.js';
import { awaitReturn } from './await-return.js';
import { LIVE_SERVER } from './live-server.js';
import { isAtWork, mayReturn, type Merge, mergeReducer, newMerge } from './merge.reducer.js';
import { startFailure, startGuard } from './start-merge.js';
import { type Cancel, useCancel } from './cancel-merge.js';
import { useGlimpse } from './use-glimpse.js';

export interface RunningMerge extends Cancel {
  readonly merge: Merge;
  /** True if there is no connection, so the state may be outdated. */
  readonly offline: boolean;
  readonly retry: () => void;
  /** Tries again and accepts a damaged source. */
  readonly takeAnyway: () => void;
}

/**
 * Starts a task and follows it to its end: by socket, or by polling while there is none. It does
 * neither while the browser is offline, because every request would fail and use up the error
 * limit. After giving up on a server that does not respond, it still sends a request now and then,
 * and resumes once the server is back.
 * @param taskId the task's id, which must not change during the component's lifetime
 */
export function useMerge(taskId: string): RunningMerge {
  const [merge, report] = useReducer(mergeReducer, 0, (run): Merge => newMerge(run));
  const [start] = useState(() => startGuard(taskId));
  const { run, phase, anyway } = merge;
  const running = phase === 'running';
  const active = isAtWork(merge);
  const online = useOnline();

  // Before the first paint but after hydration, because the server does not know the stored
  // progress.
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
    // The progress from an earlier visit cannot show whether the task is stuck.
    shown.current = isAtWork(merge) && !merge.isRemembered ? merge.progress : 0;
  });
  useEffect(() => {
    if (!running || !online) {
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    void followTask({ ...LIVE_SERVER, taskId, progress: shown.current, report, signal });
    return () => controller.abort();
  }, [taskId, run, running, online]);
  const isAwaited = mayReturn(merge);
  useEffect(() => {
    if (!isAwaited || !online) {
      return;
    }
    const controller = new AbortController();
    const regain = (status: MergeStatus) => report({ type: 'regained', status });
    void awaitReturn(taskId, regain, controller.signal);
    return () => controller.abort();
  }, [taskId, run, isAwaited, online]);
  useGlimpse({ taskId, online, active, report });
  const cancelling = useCancel({ taskId, run, report });

  const retry = useCallback(() => report({ type: 'restarted' }), []);
  const takeAnyway = useCallback(() => report({ type: 'restarted', anyway: true }), []);
  return { ...cancelling, merge, offline: active && !online, retry, takeAnyway };
}
