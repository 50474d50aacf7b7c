/** Local storage key of `savesAtOnce`, also read by an inline script of the document. */
export const AT_ONCE_KEY = 'save-at-once';
