import { askStatus } from '@dipper/client';
import { useEffect, useRef } from 'react';
import { send } from '../../../lib/api/api-client.js';
import { keptProgress } from '../kept/kept-tasks.js';
import type { MergeEvent } from './merge.reducer.js';

interface GlimpseInput {
  readonly taskId: string;
  readonly online: boolean;
  /** True while the merge has not ended. */
  readonly active: boolean;
  readonly report: (event: MergeEvent) => void;
}

/**
 * Fetches a task's status once: on a reload, because the start request and the socket take longer,
 * and when the connection returns, so that the page catches up immediately. Errors are left to
 * socket and polling.
 */
export function useGlimpse({ taskId, online, active, report }: GlimpseInput): void {
  const why = useRef<'reload' | 'lost' | null>('reload');
  useEffect(() => {
    if (!online) {
      why.current = 'lost';
      return;
    }
    if (!active || (why.current === 'reload' && keptProgress(taskId) === 0)) {
      why.current = null;
    }
    if (why.current === null) {
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    askStatus(send, taskId, signal).then(
      (answer) => {
        if (!signal.aborted && answer.kind === 'status') {
          why.current = null;
          report({ type: 'glimpsed', status: answer.status });
        }
      },
      () => undefined,
    );
    return () => controller.abort();
  }, [taskId, online, active, report]);
}
