/** Between the menu and its button, in pixels. */
const GAP = 6;
/** Minimum distance between the menu and the edges of the window, in pixels. */
const EDGE = 16;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A menu's position in the window, in pixels. */
interface MenuPlace {
  readonly left: number;
  readonly top: number;
  readonly maxHeight: number;
}

/**
 * Places a menu below its button, or above it if there is more space there, with their ends
 * aligned.
 * @param menu the size of the menu with all its items
 * @param isRightToLeft true if lines end on the left
 */
export function placeMenu(
  button: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
  menu: Size,
  window: Size,
  isRightToLeft: boolean,
): MenuPlace {
  const above = button.top - GAP - EDGE;
  const below = window.height - button.bottom - GAP - EDGE;
  const isBelow = menu.height <= below || below >= above;
  const maxHeight = Math.max(0, isBelow ? below : above);
  const aligned = isRightToLeft ? button.left : button.right - menu.width;
  return {
    left: Math.max(EDGE, Math.min(aligned, window.width - menu.width - EDGE)),
    top: isBelow ? button.bottom + GAP : button.top - GAP - Math.min(menu.height, maxHeight),
    maxHeight,
  };
}
