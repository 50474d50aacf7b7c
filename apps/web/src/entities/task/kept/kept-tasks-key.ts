import { readDeviceText } from '../../../lib/browser/device-store.js';

/** Local storage key of the list, also read by inline scripts of the document. */
export const KEPT_TASKS_KEY = 'kept-tasks';

/**
 * Returns the stored list unparsed; null if there is none. Part of the first load, so it uses no
 * schemas.
 */
export function rawKeptTasks(): string | null {
  const text = readDeviceText(KEPT_TASKS_KEY);
  return text === '[]' ? null : text;
}
