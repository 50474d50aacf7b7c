import type { ListEntry } from '@dipper/contract';
import { LIMITS } from '@dipper/contract';

export type Selection = ReadonlySet<string>;

type Entries = readonly Pick<ListEntry, 'id'>[];

const idsOf = (entries: Entries) => entries.map(({ id }) => id);

/** Returns the initial selection: all entries if they fit into one zip, otherwise none. */
export function firstSelection(entries: Entries): Selection {
  return new Set(entries.length <= LIMITS.bundleEntries ? idsOf(entries) : []);
}

/** Selects or deselects an entry, and the range from the previously clicked one. */
export function withEntries(
  selection: Selection,
  { id, on, from }: { readonly id: string; readonly on: boolean; readonly from: string | null },
  shown: Entries,
): Selection {
  const ids = idsOf(shown);
  const [at, start] = [ids.indexOf(id), from === null ? -1 : ids.indexOf(from)];
  const stretch = start === -1 ? [id] : ids.slice(Math.min(at, start), Math.max(at, start) + 1);
  return changed(selection, stretch, on);
}

/** Selects or deselects the given entries, leaving the others unchanged. */
export function changed(selection: Selection, ids: readonly string[], on: boolean): Selection {
  const next = new Set(selection);
  ids.forEach((id) => (on ? next.add(id) : next.delete(id)));
  return next;
}

/** Returns the selected entries in the order of the list. */
export function chosenOf(entries: Entries, selection: Selection): readonly string[] {
  return idsOf(entries).filter((id) => selection.has(id));
}
