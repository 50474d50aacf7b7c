import { useEffect, useRef } from 'react';
import type { MergeEvent } from './merge.reducer.js';
import { pollMerge } from './poll-merge.js';

interface MergePollingInput {
  readonly taskId: string;
  readonly active: boolean;
  readonly progress: number;
  readonly report: (event: MergeEvent) => void;
}

/** Feeds the reducer by polling while `active`, which is when the socket is down. */
export function useMergePolling({ taskId, active, progress, report }: MergePollingInput): void {
  const shown = useRef(progress);
  useEffect(() => {
    shown.current = progress;
  });

  useEffect(() => {
    if (!active) {
      return;
    }
    const controller = new AbortController();
    void pollMerge({ taskId, progress: shown.current, report, signal: controller.signal });
    return () => controller.abort();
  }, [active, taskId, report]);
}
