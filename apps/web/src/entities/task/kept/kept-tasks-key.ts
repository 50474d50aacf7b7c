/** Local storage key of the list; inline scripts of the document read it, too. */
export const KEPT_TASKS_KEY = 'kept-tasks';

/** The stored list unparsed, null if there is none. Part of the first load, so without schemas. */
export function rawKeptTasks(): string | null {
  try {
    const text = window.localStorage.getItem(KEPT_TASKS_KEY);
    return text === '[]' ? null : text;
  } catch {
    return null;
  }
}
