import { readDevice, writeDevice } from '../../../lib/browser/device-store.js';
import { readSession, writeSession } from '../../../lib/browser/session-store.js';
import { entryState } from '../../../site/entry-state.js';
import { AT_ONCE_KEY } from './at-once-key.js';

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
  return readDevice(AT_ONCE_KEY) === true;
}

export function keepSavesAtOnce(on: boolean): void {
  writeDevice(AT_ONCE_KEY, on);
}

/**
 * True if a history entry's file still has to be saved automatically. The state alone does not
 * tell, because browsers keep it across reloads.
 */
export function wantsSave(entry: { readonly key: string; readonly state: unknown }): boolean {
  return entryState(entry).saveWhenReady === true && readSession(SAVED_KEY) !== entry.key;
}

/** Records that a history entry's file is being saved. */
export function noteSave({ key }: { readonly key: string }): void {
  writeSession(SAVED_KEY, key);
}
