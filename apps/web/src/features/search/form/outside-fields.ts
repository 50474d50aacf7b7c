const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), dialog';

/** True for events on the page itself rather than in a field or a dialog. */
export function isOutsideFields({ target }: Event): boolean {
  return !(target instanceof Element) || target.closest(FIELDS) === null;
}
