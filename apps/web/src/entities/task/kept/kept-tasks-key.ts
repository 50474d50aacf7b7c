import { deviceStore } from '../../../lib/browser/browser-store.js';

/** Local storage key of the list, also read by inline scripts of the document. */
export const KEPT_TASKS_KEY = 'kept-tasks';

/**
 * Returns the stored list unparsed; null if there is none. Part of the first load, so it uses no
 * schemas.
 */
export function rawKeptTasks(): string | null {
  const text = deviceStore.readText(KEPT_TASKS_KEY);
  return text === '[]' ? null : text;
}

/** Local storage key of `savesAtOnce`, also read by an inline script of the document. */
export const AT_ONCE_KEY = 'save-at-once';
