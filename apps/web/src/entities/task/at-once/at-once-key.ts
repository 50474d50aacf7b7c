/** Local storage key of `savesAtOnce`. An inline script of the document reads it, too. */
export const AT_ONCE_KEY = 'save-at-once';
