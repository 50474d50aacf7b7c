import { type RefObject, useEffect } from 'react';
import { checkLink } from '../form/check-link.js';

/**
 * True if the visitor has been waiting for this result: nothing is focused, or the page's heading
 * has been since they arrived, or the form is and still contains the link. Otherwise, they are busy
 * elsewhere, and moving the focus would interrupt them.
 */
function hasWaited(focused: Element | null, link: string): boolean {
  if (focused === null || focused === document.body || focused.matches('h1[tabindex="-1"]')) {
    return true;
  }
  if (focused.closest('form[role=search]') === null) {
    return false;
  }
  const checked = focused instanceof HTMLInputElement ? checkLink(focused.value) : null;
  return checked === null || (checked.ok && checked.link === link);
}

/**
 * Moves the focus to the heading of a new result, so that a screen reader starts there and Tab
 * leads to its main action. The page scrolls later (use-scroll-into-view.ts).
 * @param link the link that was searched; null if the visitor returned to the result
 */
export function useFocusHeading(card: RefObject<HTMLElement | null>, link: string | null): void {
  useEffect(() => {
    if (link !== null && hasWaited(document.activeElement, link)) {
      card.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    }
  }, [card, link]);
}
