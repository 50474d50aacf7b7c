/** For each list in this tab, the entry whose formats were viewed last. */
const last = new Map<string, string>();

export function notePicked(listId: string, entryId: string): void {
  last.set(listId, entryId);
}

export function wasPicked(listId: string, entryId: string): boolean {
  return last.get(listId) === entryId;
}
