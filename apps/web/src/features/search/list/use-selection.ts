import type { ListEntry, ListInfo } from '@dipper/contract';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { createStore, type Store, useStore } from '../../../lib/state/store.js';
import { LatestMap } from '../../../lib/state/latest-map.js';
import { changed, type Selection, firstSelection, withEntries } from './selection.js';

/** This tab's selections, kept while the visitor views an entry. */
const kept = new LatestMap<string, Store<Selection>>(20);

function selectionOf({ task_id: listId, entries }: ListInfo): Store<Selection> {
  const selection = kept.get(listId) ?? createStore(firstSelection(entries));
  kept.set(listId, selection);
  return selection;
}

/** Deselects an entry, for example once it is saved, even while its list is not shown. */
export function deselect(listId: string, id: string): void {
  const selection = kept.get(listId);
  selection?.set(changed(selection.get(), [id], false));
}

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
  const store = selectionOf(list);
  const selection = useStore(store, store.get());
  const last = useRef<string | null>(null);
  const latest = useRef(shown);
  useLayoutEffect(() => {
    latest.current = shown;
  }, [shown]);
  const change = useCallback(
    (make: (before: Selection) => Selection) => store.set(make(store.get())),
    [store],
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
