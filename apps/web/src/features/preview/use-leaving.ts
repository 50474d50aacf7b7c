import { type TransitionStartFunction, useState, useTransition } from 'react';
import type { Merge } from '../../entities/task/follow/merge.reducer.js';

/**
 * Keeps showing a merge as it was while the visitor goes to another page, which may still have to
 * load. Otherwise, a merge that was cancelled on the way would be shown as such for a moment.
 * @returns the merge to show, and `startTransition` for a navigation that keeps it. If the
 * navigation fails, the current merge is shown again.
 */
export function useLeaving(merge: Merge): {
  readonly shown: Merge;
  readonly leave: TransitionStartFunction;
} {
  const [isLeaving, leave] = useTransition();
  const [kept, setKept] = useState(merge);
  if (!isLeaving && kept !== merge) {
    setKept(merge);
  }
  return { shown: isLeaving ? kept : merge, leave };
}
