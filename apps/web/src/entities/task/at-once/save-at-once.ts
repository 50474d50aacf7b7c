import { deviceStore, tabStore } from '../../../lib/browser/browser-store.js';
import { entryState } from '../../../site/entry-state.js';
import { AT_ONCE_KEY } from '../kept/kept-tasks-key.js';

/**
 * The storage key of the history entry whose file was saved last, so that a reload does not save
 * the file again.
 */
const SAVED_KEY = 'saved-at-once';

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
  return entryState(entry).saveWhenReady === true && tabStore.readText(SAVED_KEY) !== entry.key;
}

/** Records that a history entry's file is being saved. */
export function noteSave({ key }: { readonly key: string }): void {
  tabStore.writeText(SAVED_KEY, key);
}
