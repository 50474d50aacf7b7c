import { readDevice, writeDevice } from '../../../lib/browser/device-store.js';
import { readSession, writeSession } from '../../../lib/browser/session-store.js';

/** True once the visitor has asked for it on this device. */
const KEY = 'save-at-once';
/** The history entry whose file was saved last, so that a reload does not save it again. */
const SAVED_KEY = 'saved-at-once';

/**
 * True if a submitted link starts the recommended format on this device, and saves the file when it
 * is ready. Off unless the visitor has asked for it.
 */
export function savesAtOnce(): boolean {
  return readDevice(KEY) === true;
}

export function keepSavesAtOnce(on: boolean): void {
  writeDevice(KEY, on);
}

/** The state of the navigation to a preview that was started without a press on its format. */
export const SAVE_WHEN_READY = { saveWhenReady: true } as const;

/** True if a navigation was started without a press on a format. */
export function asksSave(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'saveWhenReady' in state;
}

/**
 * True if the file of a history entry is to be saved without a press and has not been: the browser
 * keeps the state of an entry when the page is reloaded.
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

/** Remembers that the file of a history entry is being saved. */
export function noteSave({ key }: { readonly key: string }): void {
  writeSession(SAVED_KEY, key);
}
