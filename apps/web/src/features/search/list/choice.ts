import type { ListEntry } from '@dipper/contract';
import { LIMITS } from '@dipper/contract';

/** Ids of the entries that are chosen. */
export type Choice = ReadonlySet<string>;

type Entries = readonly Pick<ListEntry, 'id'>[];

const idsOf = (entries: Entries) => entries.map(({ id }) => id);

/** What is chosen before the visitor has said anything: all that can be had at once, or nothing. */
export function firstChoice(entries: Entries): Choice {
  return new Set(entries.length <= LIMITS.bundleEntries ? idsOf(entries) : []);
}

/** With an entry, and those between it and the last one that was pressed, chosen or not. */
export function withEntries(
  choice: Choice,
  { id, on, from }: { readonly id: string; readonly on: boolean; readonly from: string | null },
  shown: Entries,
): Choice {
  const ids = idsOf(shown);
  const [at, start] = [ids.indexOf(id), from === null ? -1 : ids.indexOf(from)];
  const stretch = start === -1 ? [id] : ids.slice(Math.min(at, start), Math.max(at, start) + 1);
  return changed(choice, stretch, on);
}

/** With all of these entries chosen, or none of them; others stay as they are. */
export function changed(choice: Choice, ids: readonly string[], on: boolean): Choice {
  const next = new Set(choice);
  ids.forEach((id) => (on ? next.add(id) : next.delete(id)));
  return next;
}

/** The chosen entries in the order of the list. */
export function chosenOf(entries: Entries, choice: Choice): readonly string[] {
  return idsOf(entries).filter((id) => choice.has(id));
}
