import { type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Keeps the focus near an element that disappears while it is focused (a button that was pressed, a
 * cancelled merge). It would otherwise fall back to the body, and keyboard users would have to
 * start over at the top of the page.
 * @param region the element whose content changes
 * @param move moves the focus to what follows
 * @returns handlers for `region`
 */
export function useKeptFocus(
  region: RefObject<HTMLElement | null>,
  move: (region: HTMLElement) => void,
) {
  const focused = useRef<Element | null>(null);
  const onChange = useEffectEvent((element: HTMLElement) => {
    if (focused.current !== null && !focused.current.isConnected) {
      focused.current = null;
      move(element);
    }
  });
  useEffect(() => {
    const element = region.current;
    if (element === null) {
      return;
    }
    const changes = new MutationObserver(() => onChange(element));
    changes.observe(element, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, [region]);
  return {
    onFocus: ({ target }: FocusEvent) => void (focused.current = target),
    onBlur: () => void (focused.current = null),
  };
}
