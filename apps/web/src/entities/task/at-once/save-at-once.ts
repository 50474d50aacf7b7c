import { readDevice, writeDevice } from '../../../lib/browser/device-store.js';
import { readSession, writeSession } from '../../../lib/browser/session-store.js';
import { AT_ONCE_KEY } from './at-once-key.js';

/** The history entry whose file was saved last, so that a reload does not save it again. */
const SAVED_KEY = 'saved-at-once';

/**
 * True if submitting a link starts the recommended format on this device and saves the file when it
 * is ready. False unless the visitor has turned this on.
 */
export function savesAtOnce(): boolean {
  return readDevice(AT_ONCE_KEY) === true;
}

export function keepSavesAtOnce(on: boolean): void {
  writeDevice(AT_ONCE_KEY, on);
}

/**
 * The navigation state of a preview that was opened automatically, and not by a click on a format.
 */
export const SAVE_WHEN_READY = { saveWhenReady: true } as const;

/** True if a navigation to a preview was automatic. */
export function asksSave(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'saveWhenReady' in state;
}

/**
 * True if the file of a history entry has to be saved automatically and this has not happened yet.
 * The state alone does not tell, because the browser keeps an entry's state across reloads.
 */
export function wantsSave({
  key,
  state,
}: {
  readonly key: string;
  readonly state: unknown;
}): boolean {
  return asksSave(state) && readSession(SAVED_KEY) !== key;
}

/** Records that the file of a history entry is being saved. */
export function noteSave({ key }: { readonly key: string }): void {
  writeSession(SAVED_KEY, key);
}
