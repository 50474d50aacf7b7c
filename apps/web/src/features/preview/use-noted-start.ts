import { useEffect } from 'react';
import type { Merge } from '../../entities/task/follow/merge.reducer.js';
import { useNoteDownload } from './file/saving/use-note-download.js';

/** True if this page was reloaded or restored from the browser's history. */
function isSeenBefore(): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  const { name, type } = (entry ?? {}) as Partial<PerformanceNavigationTiming>;
  return name === window.location.href && type !== 'navigate';
}

/**
 * Reports a download once its task has been started here. A reloaded page does not start a task.
 */
export function useNotedStart({ phase, run }: Merge, taskId: string): void {
  const note = useNoteDownload(taskId, null);
  const isStarted = phase === 'running' || phase === 'complete';
  useEffect(() => {
    if (isStarted && !isSeenBefore()) {
      note();
    }
  }, [isStarted, run, note]);
}
