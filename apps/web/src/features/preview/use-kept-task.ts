import { extensionOf } from '@dipper/media';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import {
  forgetTasks,
  keepTask,
  type KeptTask,
  noteProgress,
} from '../../lib/kept-tasks/kept-tasks.js';
import { steadyMs } from '../../lib/steady-ms.js';
import type { Merge } from './merge/merge.reducer.js';

/** How often a task on its way is written down, milliseconds. */
const NOTE_EVERY_MS = 1000;

interface NotedTask {
  readonly taskId: string;
  readonly title: string;
  readonly resolution: string | null;
  readonly filename: string | null;
  readonly isAudio: boolean;
}

/**
 * What a merge means for the list of this browser. Lost connections and full servers say nothing
 * about the task: home asks for it again.
 * @returns null where there is nothing to note
 */
function noteworthy({ phase, failure }: Merge): KeptTask['state'] | 'gone' | null {
  switch (phase) {
    case 'starting':
      return null;
    case 'running':
      return 'running';
    case 'complete':
      return 'ready';
    case 'cancelled':
      return 'gone';
    case 'failed':
      switch (failure?.kind) {
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

/**
 * Keeps a merge on this device, so that home can lead back to it. Each try is added once: what the
 * visitor removes from the list meanwhile stays removed.
 */
export function useKeptTask(merge: Merge, task: NotedTask): void {
  const { search } = useLocation();
  const added = useRef<number | null>(null);
  const noted = useRef({ state: '', atMs: 0 });
  useEffect(() => {
    const { taskId, title, resolution, isAudio } = task;
    const { run, progress } = merge;
    const state = noteworthy(merge);
    if (state === null) {
      return;
    }
    if (state === 'gone' || (state === 'failed' && document.visibilityState === 'visible')) {
      // Who saw it fail need not hear of it again.
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
    const [path, ext] = [`/preview${search}`, extensionOf(task.filename ?? '')];
    keepTask({ task_id: taskId, path, title, resolution, ext, is_audio: isAudio, state, progress });
    // oxlint-disable-next-line react/exhaustive-deps -- only the merge changes
  }, [merge]);

  // A reload begins with what was shown last, not with what was written up to a second before.
  useEffect(() => {
    const { run, progress } = merge;
    const onLeave = () => {
      if (added.current === run && noteworthy(merge) === 'running') {
        noteProgress(task.taskId, { state: 'running', progress });
      }
    };
    window.addEventListener('pagehide', onLeave);
    return () => window.removeEventListener('pagehide', onLeave);
  }, [merge, task.taskId]);
}
