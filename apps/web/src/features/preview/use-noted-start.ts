import { useEffect } from 'react';
import type { Merge } from './merge/merge.reducer.js';
import { useNoteDownload } from './file/use-note-download.js';

/** True where this page was there before: loaded again, or out of the browser's own history. */
function isSeenBefore(): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  const { name, type } = (entry ?? {}) as Partial<PerformanceNavigationTiming>;
  return name === window.location.href && type !== 'navigate';
}

/** Reports a download once its task has been started here; a page that is loaded again starts none. */
export function useNotedStart({ phase, run }: Merge, taskId: string): void {
  const note = useNoteDownload(taskId, null);
  const isStarted = phase === 'running' || phase === 'complete';
  useEffect(() => {
    if (isStarted && !isSeenBefore()) {
      note();
    }
  }, [isStarted, run, note]);
}
