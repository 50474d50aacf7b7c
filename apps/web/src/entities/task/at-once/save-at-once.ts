import { deviceStore, tabStore } from '../../../lib/browser/browser-store.js';
import { entryState } from '../../../site/entry-state.js';
import { AT_ONCE_KEY } from '../kept/kept-tasks-key.js';

/**
 * The storage key of the history entries whose files were saved, latest first, so that neither a
 * reload nor going back saves a file again.
 */
const SAVED_KEY = 'saved-at-once';
const MAX_SAVED = 50;

function savedEntries(): readonly unknown[] {
  const value = tabStore.read(SAVED_KEY);
  return Array.isArray(value) ? value : [];
}

/**
 * True if submitting a link starts the recommended format on this device and saves the file when it
 * is ready. Off unless the visitor has turned it on.
 */
export function savesAtOnce(): boolean {
  return deviceStore.read(AT_ONCE_KEY) === true;
}

export function keepSavesAtOnce(on: boolean): void {
  deviceStore.write(AT_ONCE_KEY, on);
}

/**
 * True if a history entry's file still has to be saved automatically. The state alone does not
 * tell, because browsers keep it across reloads.
 */
export function wantsSave(entry: { readonly key: string; readonly state: unknown }): boolean {
  return entryState(entry).saveWhenReady === true && !savedEntries().includes(entry.key);
}

/** Records that a history entry's file is being saved. */
export function noteSave({ key }: { readonly key: string }): void {
  const others = savedEntries().filter((saved) => saved !== key);
  tabStore.write(SAVED_KEY, [key, ...others].slice(0, MAX_SAVED));
}
