import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Marks the element to focus when the focused one disappears. */
export const NEXT = { 'data-next': true } as const;

/**
 * Moves the focus to the next step when a change removes the focused element. It would otherwise
 * fall back to the body, and keyboard users would have to start over at the top of the page.
 * @param bar the element whose content changes; takes the focus itself if nothing in it is marked
 * @param phase identifies the content
 * @returns handlers for `bar`
 */
export function useNextFocus(bar: RefObject<HTMLElement | null>, phase: string) {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current !== null && !focused.current.isConnected) {
      focused.current = null;
      const next = bar.current?.querySelector<HTMLElement>('[data-next]') ?? bar.current;
      next?.focus({ preventScroll: true });
    }
  }, [bar, phase]);
  return {
    onFocus: ({ target }: FocusEvent) => void (focused.current = target),
    onBlur: () => void (focused.current = null),
  };
}
