import { extensionOf } from '@dipper/media';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import {
  forgetTasks,
  keepTask,
  type KeptTask,
  noteProgress,
  noteTitle,
} from '../../entities/task/kept/kept-tasks.js';
import { listen } from '../../lib/browser/listen.js';
import { steadyMs } from '../../lib/time/steady-ms.js';
import { isAtWork, type Merge } from '../../entities/task/follow/merge.reducer.js';
import { useMedia } from './address/shown-media.js';

/** How often a running task is stored, in milliseconds. */
const NOTE_EVERY_MS = 1000;

/**
 * Returns the state to store for a merge. A lost connection or a busy server says nothing about the
 * task, which the home page will poll again.
 * @returns null if there is nothing to store
 */
function noteworthy(merge: Merge): KeptTask['state'] | 'gone' | null {
  switch (merge.phase) {
    case 'starting':
      return null;
    case 'running':
      return 'running';
    case 'complete':
      return 'ready';
    case 'cancelled':
      return 'gone';
    case 'failed':
      switch (merge.failure.kind) {
        case 'server':
        case 'source-damaged':
          return 'failed';
        case 'unknown-task':
        case 'file-gone':
        case 'expired':
          return 'gone';
        default:
          return null;
      }
  }
}

/** Returns the progress shown by the bar, 0-100. */
function shownProgress(merge: Merge): number {
  return isAtWork(merge) ? merge.progress : 100;
}

/**
 * Stores a merge on this device, so that the home page can link to it. Each attempt is added only
 * once. If the visitor removes the task, it stays removed.
 */
export function useKeptTask(merge: Merge, taskId: string): void {
  const { search } = useLocation();
  const { title, resolution, filename, isAudio } = useMedia();
  const added = useRef<number | null>(null);
  const noted = useRef({ state: '', atMs: 0 });
  useEffect(() => {
    const { run } = merge;
    const progress = shownProgress(merge);
    const state = noteworthy(merge);
    if (state === null) {
      return;
    }
    if (state === 'gone' || (state === 'failed' && document.visibilityState === 'visible')) {
      // The visitor has seen the failure, so the home page needn't list the task.
      forgetTasks([taskId]);
      return;
    }
    const nowMs = steadyMs();
    if (noted.current.state === state && nowMs - noted.current.atMs < NOTE_EVERY_MS) {
      return;
    }
    noted.current = { state, atMs: nowMs };
    if (added.current === run) {
      noteProgress(taskId, { state, progress });
      return;
    }
    added.current = run;
    const [path, ext] = [`/preview${search}`, extensionOf(filename ?? '')];
    keepTask({ task_id: taskId, path, title, resolution, ext, is_audio: isAudio, state, progress });
    // oxlint-disable-next-line react/exhaustive-deps -- only the merge changes
  }, [merge]);

  // The title of a page that the query only names arrives after the merge has started.
  const { run } = merge;
  useEffect(() => {
    if (added.current === run) {
      noteTitle(taskId, title);
    }
  }, [taskId, run, title]);

  // After a reload, start at the last progress shown. The stored one may be a second older.
  useEffect(() => {
    const { run } = merge;
    const onLeave = () => {
      if (added.current === run && noteworthy(merge) === 'running') {
        noteProgress(taskId, { state: 'running', progress: shownProgress(merge) });
      }
    };
    return listen(window, ['pagehide'], onLeave);
  }, [merge, taskId]);
}
