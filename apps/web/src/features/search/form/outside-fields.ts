const FIELDS =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role=dialog]';

/** Whether something happens on the page itself: not in a field of its own, and not in a dialog. */
export function isOutsideFields({ target }: Event): boolean {
  return !(target instanceof Element) || target.closest(FIELDS) === null;
}
