import { API } from '@dipper/contract';
import { useCallback, useEffect, useReducer, useState } from 'react';
import { callOk } from '../../lib/api-client.js';
import { type Merge, mergeReducer, newMerge } from './merge.reducer.js';
import { forgetStart, startFailure, startMergeOnce } from './start-merge.js';
import { useMergePolling } from './use-merge-polling.js';
import { useMergeSocket } from './use-merge-socket.js';

export interface RunningMerge {
  readonly merge: Merge;
  readonly cancelling: boolean;
  readonly cancel: () => void;
  readonly retry: () => void;
  /** Another try, which accepts a damaged source. */
  readonly takeAnyway: () => void;
}

/** Starts a task and follows it to its end: by socket, and by polling while there is none. */
export function useMerge(taskId: string): RunningMerge {
  const [merge, report] = useReducer(mergeReducer, 0, newMerge);
  const [cancelling, setCancelling] = useState(false);
  const { run, phase, progress, anyway } = merge;
  const running = phase === 'running';

  useEffect(() => {
    let left = false;
    void startMergeOnce(taskId, anyway).then(
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
  }, [taskId, run, anyway]);

  const link = useMergeSocket({ taskId, run, active: running, report });
  useMergePolling({ taskId, active: running && link === 'down', progress, report });

  const cancel = useCallback(() => {
    setCancelling(true);
    void callOk(API.task(taskId), { method: 'DELETE' }).then((ok) => {
      setCancelling(false);
      if (ok) {
        report({ type: 'cancelled' });
      }
    });
  }, [taskId]);
  const retry = useCallback(() => {
    forgetStart(taskId);
    report({ type: 'restarted' });
  }, [taskId]);
  const takeAnyway = useCallback(() => {
    forgetStart(taskId);
    report({ type: 'restarted', anyway: true });
  }, [taskId]);
  return { merge, cancelling, cancel, retry, takeAnyway };
}
