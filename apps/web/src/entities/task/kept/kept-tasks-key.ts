import { readDeviceText } from '../../../lib/browser/device-store.js';

/** Local storage key of the list. Inline scripts of the document also read it. */
export const KEPT_TASKS_KEY = 'kept-tasks';

/**
 * Returns the stored list unparsed; null if there is none. This is part of the first load, so it
 * uses no schemas.
 */
export function rawKeptTasks(): string | null {
  const text = readDeviceText(KEPT_TASKS_KEY);
  return text === '[]' ? null : text;
}
