import { readDevice, writeDevice } from '../../../lib/browser/device-store.js';
import { readSession, writeSession } from '../../../lib/browser/session-store.js';
import { AT_ONCE_KEY } from './at-once-key.js';

/** Which history entry's file was saved last, so that a reload does not save it again. */
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
 * Navigation state of a preview that was opened automatically rather than by a click on a format.
 */
export const SAVE_WHEN_READY = { saveWhenReady: true } as const;

/** True if a navigation to a preview was automatic. */
export function asksSave(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'saveWhenReady' in state;
}

/**
 * True if a history entry's file still has to be saved automatically. The state alone does not
 * tell, because browsers keep it across reloads.
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

/** Records that a history entry's file is being saved. */
export function noteSave({ key }: { readonly key: string }): void {
  writeSession(SAVED_KEY, key);
}
