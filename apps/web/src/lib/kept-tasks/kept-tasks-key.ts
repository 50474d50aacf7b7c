/** Name of the list in the local storage; inline-scripts of the document read it, too. */
export const KEPT_TASKS_KEY = 'kept-tasks';

/** The list as it lies there, null where there is none. Of the first load: no schema, no parsing. */
export function rawKeptTasks(): string | null {
  try {
    const text = window.localStorage.getItem(KEPT_TASKS_KEY);
    return text === '[]' ? null : text;
  } catch {
    return null;
  }
}
