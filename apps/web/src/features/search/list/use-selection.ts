import type { ListEntry, ListInfo } from '@dipper/contract';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { LatestMap } from '../../../lib/state/latest-map.js';
import { changed, type Selection, firstSelection, withEntries } from './selection.js';

/** The selections of this tab's lists, kept for the visitor's return from an entry. */
const kept = new LatestMap<string, Selection>(20);

export interface Selecting {
  readonly selection: Selection;
  /**
   * Selects or deselects an entry; with `stretch`, also the range from the previously clicked one.
   */
  readonly choose: (id: string, on: boolean, stretch: boolean) => void;
  readonly chooseAll: (ids: readonly string[], on: boolean) => void;
  readonly chooseOnly: (ids: readonly string[]) => void;
}

/**
 * Manages the selection in a list.
 * @param shown the visible entries in order
 */
export function useSelection(list: ListInfo, shown: readonly ListEntry[]): Selecting {
  const [selection, setSelection] = useState(
    () => kept.get(list.task_id) ?? firstSelection(list.entries),
  );
  const last = useRef<string | null>(null);
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  }, [shown]);
  const change = useCallback(
    (make: (before: Selection) => Selection) =>
      setSelection((before) => {
        const next = make(before);
        kept.set(list.task_id, next);
        return next;
      }),
    [list.task_id],
  );
  const choose = useCallback(
    (id: string, on: boolean, stretch: boolean) => {
      const from = stretch ? last.current : null;
      last.current = id;
      change((before) => withEntries(before, { id, on, from }, latest.current));
    },
    [change],
  );
  return {
    selection,
    choose,
    chooseAll: (ids, on) => change((before) => changed(before, ids, on)),
    chooseOnly: (ids) => change(() => new Set(ids)),
  };
}
