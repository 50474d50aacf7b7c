import { readDeviceText } from '../../../lib/browser/device-store.js';

/** Local storage key of the list; inline scripts of the document read it, too. */
export const KEPT_TASKS_KEY = 'kept-tasks';

/** The stored list unparsed, null if there is none. Part of the first load, so without schemas. */
export function rawKeptTasks(): string | null {
  const text = readDeviceText(KEPT_TASKS_KEY);
  return text === '[]' ? null : text;
}
